// Raíces del castellano: el algoritmo de Snowball, con la misma preparación que kb/text.py. Las pruebas lo comparan palabra a palabra.
"use strict";
self.Raices = (() => {
  const vowel = (c) => "aeiou".includes(c) && c !== "";
  const regions = (w) => {
    const n = w.length;
    let rv = n;
    if (n >= 2) {
      if (!vowel(w[1])) { let i = 2; while (i < n && !vowel(w[i])) i++; rv = i < n ? i + 1 : n; }
      else if (vowel(w[0])) { let i = 2; while (i < n && vowel(w[i])) i++; rv = i < n ? i + 1 : n; }
      else rv = n >= 3 ? 3 : n;
    }
    const after = (from) => {
      let i = from;
      while (i < n && !vowel(w[i])) i++;
      while (i < n && vowel(w[i])) i++;
      return i < n ? i + 1 : n;
    };
    const r1 = after(0);
    return { rv, r1, r2: r1 < n ? after(r1) : n };
  };
  const longest = (w, list) => list.find((s) => w.endsWith(s)) || "";
  const byLength = (text) => text.split(" ").sort((a, b) => b.length - a.length);
  const PRONOUNS = byLength("me se sela selo selas selos la le lo las les los nos");
  const GERUNDS = byLength("ando iendo ar er ir");
  const STEP1 = byLength("anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos imiento imientos adora ador acion adoras adores aciones ante antes ancia ancias acion ucion uciones encia encias amente mente idad idades iva ivo ivas ivos");
  const YA = byLength("ya ye yan yen yeron yendo yo yas yes yais yamos");
  const VERBS = byLength("aremos eremos iremos aba ada ida ara iera ad ed id ase iese aste iste an aban aran ieran asen iesen aron ieron ado ido ando iendo ar er ir as abas adas idas aras ieras ases ieses abais arais ierais aseis ieseis asteis isteis ados idos amos imos en es emos");
  let lists = { STEP1, VERBS, PRONOUNS, GERUNDS, YA };

  const snowball = (word, t) => {
    let w = word;
    const { rv, r1, r2 } = regions(w);
    const inRv = (s) => w.length - s.length >= rv, inR1 = (s) => w.length - s.length >= r1, inR2 = (s) => w.length - s.length >= r2;
    const cut = (s) => { w = w.slice(0, w.length - s.length); };
    // 0: attached pronoun
    const pronoun = longest(w, t.PRONOUNS);
    if (pronoun) {
      const base = w.slice(0, w.length - pronoun.length);
      const ending = longest(base, t.GERUNDS);
      if (ending && base.length - ending.length >= rv) cut(pronoun);
      else if (base.endsWith("yendo") && base.length - 5 >= rv && base[base.length - 6] === "u") cut(pronoun);
    }
    // 1: standard suffix
    const before = w, s = longest(w, t.STEP1);
    let done = false;
    if (s) done = standard(s);
    function standard(s) {
      if (/^(adora|ador|adoras|adores|ante|antes|ancia|ancias|acion|aciones)$/.test(s)) { if (!inR2(s)) return false; cut(s); if (w.endsWith("ic") && inR2("ic")) cut("ic"); return true; }
      if (/^ucion(es)?$/.test(s)) { if (!inR2(s)) return false; cut(s); w += "u"; return true; }
      if (/^encias?$/.test(s)) { if (!inR2(s)) return false; cut(s); w += "ente"; return true; }
      if (s === "amente") {
        if (!inR1(s)) return false;
        cut(s);
        if (w.endsWith("iv") && inR2("iv")) { cut("iv"); if (w.endsWith("at") && inR2("at")) cut("at"); }
        else for (const e of ["os", "ic", "ad"]) if (w.endsWith(e)) { if (inR2(e)) cut(e); break; }
        return true;
      }
      if (!inR2(s)) return false;
      cut(s);
      if (s === "mente") { for (const e of ["ante", "able", "ible"]) if (w.endsWith(e)) { if (inR2(e)) cut(e); break; } }
      else if (/^idad(es)?$/.test(s)) { for (const e of ["abil", "ic", "iv"]) if (w.endsWith(e)) { if (inR2(e)) cut(e); break; } }
      else if (/^iv[oa]s?$/.test(s)) { if (w.endsWith("at") && inR2("at")) cut("at"); }
      return true;
    }
    if (!done) {
      w = before;
      const ya = t.YA.find((e) => w.endsWith(e) && inRv(e));
      if (ya && w[w.length - ya.length - 1] === "u") cut(ya);
      else {
        const verb = t.VERBS.find((e) => w.endsWith(e) && inRv(e));
        if (verb) {
          cut(verb);
          if (/^(en|es|emos)$/.test(verb) && w.endsWith("gu")) w = w.slice(0, -1);
        }
      }
    }
    // 3: residual
    const last = longest(w, ["os", "a", "o", "e"]);
    if (last && inRv(last)) { cut(last); if (last === "e" && w.endsWith("gu") && w.length - 1 >= rv) w = w.slice(0, -1); }
    return w;
  };
  const known = new Map();
  const stem = (word) => {
    let found = known.get(word);
    if (found === undefined) {
      let w = word;
      if (w.length > 4 && w.endsWith("es") && !vowel(w[w.length - 3])) w = w.slice(0, -2);
      else if (w.length > 3 && w.endsWith("s") && vowel(w[w.length - 2])) w = w.slice(0, -1);
      known.set(word, found = snowball(w, lists));
    }
    return found;
  };
  return { stem };
})();
