// La búsqueda en el navegador: lo mismo que kb/search, sobre las mismas tablas. tests/test_web_offline_search.py compara las dos.
"use strict";
self.Buscador = (() => {
  const { stem } = self.Raices;
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, " ").trim();
  const split = (text) => (text ? text.split(" ") : []);
  const MAX_CHARS = 600, MAX_WORDS = 90, TOLD = 10, STORY = 160, WEAK = 0.15, UNKNOWN = 6, KIN = 0.75, DOUBT = 8, FULL = 10, READINGS = 12, FEWEST = 4, MOST_LOOKED = 6, MOST = 3, ROOM = 900, LIMIT = 320;
  const K1 = 1.2, B = 0.6, LENGTHS = { body: 110, passage: 26, own: 70 };
  const norm = (length, kind) => K1 * (1 - B + B * length / LENGTHS[kind]);
  const bare = (text) => split(fold(text)).filter((w) => w.length > 1 && !/^\d+$/.test(w)).join(" ");
  const variable = (text) => split(fold(text)).map((w) => (/^\d+$/.test(w) ? "x" : w)).join(" ");

  // --- operators (kb/search/operators.py)
  const QUOTED = /["«“]([^"«»“”]{2,80})["»”]/g, WITHOUT = /(?<!\S)-(\p{L}{2,40})/gu;
  const PAGE = /(?<![\p{L}\d_])(?:en |de )?(?:la )?(?:p[aá]ginas?|p[aá]gs?\.?|p\.) ?(\d{1,3})(?![\p{L}\d_])/giu, STEP = /(?<![\p{L}\d_])paso (\d{1,2}[a-z]?)(?![\p{L}\d_])/iu;
  const QUOTING = 6;
  const operators = (text) => {
    const all = (pattern) => [...text.matchAll(pattern)].map((m) => fold(m[1])).filter(Boolean);
    const whole = split(fold(text.replace(QUOTED, " "))).length > QUOTING ? [] : all(QUOTED), without = all(WITHOUT), page = [...text.matchAll(PAGE)][0], step = STEP.exec(text);
    const left = without.length || page ? text.replace(WITHOUT, " ").replace(PAGE, " ") : text;
    const told = [...whole.map((w) => `lo que dice «${w}»`), ...without.map((w) => `lo que no dice «${w}»`), ...(page ? [`la página ${+page[1]}`] : [])].join(", ");
    return { text: left, whole, without, page: page ? +page[1] : null, step: step ? step[1].toLowerCase() : null, narrow: !!(whole.length || without.length || page), told };
  };

  // --- words (kb/search/words.py)
  const ENDINGS = [["qu", ["c"]], ["q", ["c"]], ["gu", ["g"]], ["c", ["qu", "z"]], ["z", ["c"]], ["j", ["g"]]];
  const NOUNS = ["acion", "icion", "cion", "amient", "imient", "ador", "edor"];
  const kin = (s) => {
    const found = new Set([s.replace("ue", "o"), s.replace("ie", "e")]);
    for (const [vowel, broken] of [["o", "ue"], ["e", "ie"]]) {
      const cut = s.lastIndexOf(vowel);
      if (cut > 0 && cut < s.length - 1 && !"aeiou".includes(s[cut - 1]) && !"aeiou".includes(s[cut + 1])) found.add(s.slice(0, cut) + broken + s.slice(cut + 1));
    }
    for (const noun of NOUNS) if (s.endsWith(noun)) found.add(s.slice(0, -noun.length));
    for (const [ending, others] of ENDINGS) if (s.endsWith(ending)) { for (const other of others) found.add(s.slice(0, -ending.length) + other); break; }
    return [...found].filter((other) => other !== s && other.length > 2);
  };
  const CONJUGATED = new Set("a as amos an o e es emos en imos aba abas abamos aban ia ias iamos ian aste aron iste io ieron are ara aran aremos ere era eran eremos ire ira iran iremos aria arian eria erian iria irian ado ada ados adas ido ida idos idas ando iendo i".split(" "));
  const infinitives = (word) => {
    const clitic = /^(.{2,}[aei]r)(?:me|te|se|nos|os)?(?:l[aeo]s?)?$/.exec(word);
    if (clitic) return [clitic[1]];
    const gerund = /^(.{2,}(?:a|ie)ndo)(?:(?:me|te|se|nos|os)(?:l[aeo]s?)?|l[aeo]s?)$/.exec(word);
    if (gerund) word = gerund[1];
    const bases = [];
    for (let cut = word.length - 1; cut > Math.max(1, word.length - 8); cut--) if (CONJUGATED.has(word.slice(cut))) bases.push(word.slice(0, cut));
    const opened = bases.map((base) => [base, base.replace(/([iu])([^aeiou]+)$/, (_, v, rest) => ({ i: "e", u: "o" })[v] + rest)]).filter(([a, b]) => a !== b).map(([, b]) => b);
    return [...bases.flatMap((base) => ["ar", "er", "ir"].map((verb) => base + verb)), ...opened.map((base) => base + "ir")];
  };
  const diminished = (word) => {
    const small = /^(.{3,}?)(?:e?c)?it([oa])(s?)$/.exec(word);
    return small ? [small[2], "e", ""].map((vowel) => small[1] + vowel + small[3]) : [];
  };
  const conjugated = (verb) => new Set(["", "a", "e", "o", "an", "en"].map((form) => stem(form ? verb.slice(0, -2) + form : verb)));
  const SOUNDS = [["qu", "k"], ["ch", "x"], ["ll", "y"], ["gue", "ge"], ["gui", "gi"], ["ce", "se"], ["ci", "si"], ["c", "k"], ["z", "s"], ["v", "b"], ["w", "b"], ["h", ""], ["je", "ge"], ["ji", "gi"], ["mb", "nb"], ["mp", "np"], ["xc", "s"], ["y", "i"]];
  const sound = (word) => { for (const [a, b] of SOUNDS) word = word.replaceAll(a, b); return word.replace(/(.)\1+/g, "$1"); };

  // --- distances: optimal string alignment up to a limit, and the ratio of RapidFuzz
  const osa = (a, b, limit) => {
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    let two = null, one = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      let least = i;
      for (let j = 1; j <= b.length; j++) {
        let d = Math.min(one[j] + 1, row[j - 1] + 1, one[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, two[j - 2] + 1);
        row.push(d);
        if (d < least) least = d;
      }
      if (least > limit) return limit + 1;
      two = one; one = row;
    }
    return one[b.length];
  };
  const ratio = (a, b, cutoff) => {
    const most = 200 * Math.min(a.length, b.length) / (a.length + b.length);
    if (most < cutoff) return 0;
    let row = new Uint16Array(b.length + 1);
    for (let i = 1; i <= a.length; i++) {
      const next = new Uint16Array(b.length + 1), c = a[i - 1];
      for (let j = 1; j <= b.length; j++) next[j] = c === b[j - 1] ? row[j - 1] + 1 : Math.max(row[j], next[j - 1]);
      row = next;
    }
    return 200 * row[b.length] / (a.length + b.length);
  };

  const open = (data) => {
    const { tables, lists } = data;
    const STOP = new Set(lists.stop), weakWords = new Set(lists.weak), fillers = new Set(lists.fillers), knownWords = new Set(lists.known), heroNames = new Set(lists.names), cardData = new Set(lists.data);
    const content = (text) => split(fold(text)).filter((w) => !STOP.has(w)).map(stem);
    const records = tables.records.map((r) => ({ ...r, names: r.names.map(([source, text, stems, place]) => ({ source, text, stems, place })), passages: r.passages.map(([anchor, text, stems, lead, label, quiet]) => ({ anchor, text, stems, lead, label, quiet })) }));
    const games = [...new Set(records.map((r) => r.game))], gameNumber = new Map(games.map((g, n) => [g, n]));
    const sizes = new Map();
    for (const r of records) sizes.set(r.game, (sizes.get(r.game) || 0) + 1);
    const frequencies = new Map(Object.entries(tables.frequencies).map(([g, rows]) => [g, new Map(Object.entries(rows))]));
    const knows = (s, game) => { for (const [g, rows] of frequencies) if ((!game || g === game) && rows.has(s)) return true; return false; };
    const idfs = new Map();
    const idf = (s, game) => {
      const key = s + "|" + (game || "");
      let found = idfs.get(key);
      if (found === undefined) {
        let seen = 0, size = 0;
        for (const g of game ? [game] : games) { if (frequencies.has(g)) seen += frequencies.get(g).get(s) || 0; size += sizes.get(g) || 0; }
        idfs.set(key, found = Math.log(1 + (size - seen + 0.5) / (seen + 0.5)));
      }
      return found;
    };

    // --- slips (spelling.py)
    const counts = new Map(Object.entries(tables.words).map(([g, rows]) => [g, new Map(Object.entries(rows))]));
    const all = new Map();
    for (const rows of counts.values()) for (const [w, n] of rows) all.set(w, (all.get(w) || 0) + n);
    const long = new Map([...[...counts].map(([g, rows]) => [g, [...rows.keys()].filter((w) => w.length >= 4)]), ["", [...all.keys()].filter((w) => w.length >= 4)]]);
    const sounding = new Map();
    for (const w of long.get("")) { const k = sound(w); if (sounding.has(k)) sounding.get(k).push(w); else sounding.set(k, [w]); }
    const speller = (word) => all.has(word) || knownWords.has(word);
    const PRONOUN = /[aei]r(?:me|te|se|nos|les?|l[oa]s?)$/;
    const mistaken = new Set(lists.mistaken), VOWEL = /^[aeiou]{2}$/;
    const exchanged = (word, other) => {
      const letters = word.length === other.length ? [...word].flatMap((a, n) => (a === other[n] ? [] : [a + other[n]])) : [];
      return letters.length !== 1 || mistaken.has(letters[0]) || (word.length > 6 && VOWEL.test(letters[0]));
    };
    const repair = (word, game) => {
      if (word.length < 4 || !/^[a-z]+$/.test(word) || word.length > 30 || PRONOUN.test(word)) return null;
      const here = game ? counts.get(game) || new Map() : all;
      let best = null;
      for (const w of sounding.get(sound(word)) || []) if (here.has(w) && (best === null || here.get(w) > here.get(best))) best = w;
      if (best !== null) return { word: best, weight: 0.95 };
      const allowed = word.length < 9 ? 1 : 2;
      let near = [];
      for (const w of long.get(game || "") || []) { const d = osa(word, w, allowed); if (d <= allowed) near.push([w, d]); }
      near = near.map((row, n) => [...row, n]).sort((a, b) => a[1] - b[1] || a[2] - b[2]).slice(0, 12);
      const least = word.length <= 6 ? 5 : 0;
      const fit = near.filter(([w, d]) => (w[0] === word[0] || (w.length !== word.length && word.length > 6)) && (here.get(w) || 0) >= least && !word.endsWith("in" + w)
        && (d === 1 ? exchanged(word, w) : osa(sound(word), sound(w), d) < d))
        .map(([w, d]) => [d, +(w[0] !== word[0]), -(here.get(w) || 0), w]);
      if (!fit.length) return null;
      fit.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || (a[3] < b[3] ? -1 : 1));
      return { word: fit[0][3], weight: fit[0][0] === 1 ? 0.8 : 0.8 * 0.8 };
    };

    // --- names (names.py)
    const LINK = { en: 0.7, indice: 0.5, errata: 0.8, titulo: 0, coloquial: 0.5 }, SHORT = new Set(["titulo", "indice", "en", "errata"]);
    const exact = new Map(), spelled = new Map(), titled = new Map(), full = new Map();
    const push = (map, key, value) => { const row = map.get(key); if (row) row.push(value); else map.set(key, [value]); };
    records.forEach((r, n) => {
      push(titled, bare(r.names[0].text), n);
      for (const title of new Set([variable(r.names[0].text), variable(r.title)])) push(full, title, n);
      for (const name of r.names) if (SHORT.has(name.source) && name.stems.length <= 5) {
        push(exact, name.stems.join(" "), [n, name.source]);
        push(spelled, r.game, [bare(name.text), n]);
      }
    });
    const links = (stems, game) => {
      const said = [], owners = new Map(), found = new Map();
      for (let start = 0; start < stems.length; start++) for (let end = start + 1; end <= Math.min(stems.length, start + 5); end++)
        for (const [n, source] of exact.get(stems.slice(start, end).join(" ")) || []) if (!game || records[n].game === game) said.push([start, end, n, source]);
      for (const [start, end, n] of said) { const k = start + "-" + end; if (!owners.has(k)) owners.set(k, new Set()); owners.get(k).add(n); }
      for (const [start, end, n, source] of said) {
        const weight = LINK[source];
        if (!weight || owners.get(start + "-" + end).size > 3) continue;
        for (const s of records[n].names[0].stems) for (let k = start; k < end; k++) {
          if (!found.has(k)) found.set(k, new Map());
          found.get(k).set(s, Math.max(found.get(k).get(s) || 0, weight));
        }
      }
      return found;
    };
    const almost = (text, game) => {
      const found = new Map();
      if (text.length < 4 || text.length > 40) return found;
      for (const [key, rows] of spelled) if (!game || key === game) {
        const near = [];
        rows.forEach(([name, n], k) => { const r = ratio(text, name, 76); if (r >= 76) near.push([r, k, n]); });
        for (const [r, , n] of near.sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 6)) found.set(n, Math.max(found.get(n) || 0, (r - 76) / 24));
      }
      return found;
    };
    const entitled = (texts, game) => new Set(texts.flatMap((t) => full.get(variable(t)) || []).filter((n) => !game || records[n].game === game));

    // --- understanding (understand.py)
    const gameIn = (words) => {
      const line = words.join(" ");
      for (const [game, names] of Object.entries(lists.games)) for (const name of names) if ((" " + line + " ").includes(" " + name + " ") && line !== name) {
        const padded = " " + line + " ", at = padded.indexOf(" " + name + " ");
        const before = split(padded.slice(0, at).trim()), after = split(padded.slice(at + name.length + 2).trim());
        if (before.length && ["en", "de", "del", "a", "al", "para"].includes(before[before.length - 1])) before.pop();
        return [game, [...before, ...after]];
      }
      return [null, words];
    };
    const loan = (word) => {
      if (lists.english[word]) return word;
      for (let n = word.length - 1; n > 3; n--) if (lists.english[word.slice(0, n)] && word.length - n <= 4) return word.slice(0, n);
      return null;
    };
    const without = (s) => (s.endsWith("s") ? s.slice(0, -1) : s);
    const isKnown = (word, game) => {
      if (/^\d+$/.test(word) || speller(word) || loan(word) !== null) return true;
      const own = stem(word);
      return [own, without(own), ...kin(own)].some((s) => lists.synonyms[s] || knows(s, game));
    };
    const slotOf = (position, word, reading, sure, known, linked, game) => {
      const own = stem(reading), weights = new Map([[stem(word), 1]]);
      weights.set(own, sure);
      const from = loan(word);
      let meant = lists.exact[reading] || lists.synonyms[own] || lists.synonyms[without(own)] || null;
      const verb = [word, ...infinitives(word)].find((v) => /[aei]r$/.test(v) && speller(v));
      const forms = [...new Set([...kin(own), ...(verb ? conjugated(verb) : [])])].sort();
      if (!meant || !Object.keys(meant).length) { const s = forms.find((f) => lists.synonyms[f]); meant = s ? lists.synonyms[s] : {}; }
      const add = (other, weight) => weights.set(other, Math.max(weights.get(other) || 0, weight * sure));
      for (const [other, weight] of Object.entries(meant)) add(other, weight);
      for (const form of forms) add(form, KIN);
      if (from) for (const [other, weight] of Object.entries(lists.english[from])) add(other, weight);
      for (const [other, weight] of linked || []) add(other, weight);
      const rare = new Map([...weights.keys()].filter((s) => knows(s, game)).map((s) => [s, idf(s, game)]));
      let importance = UNKNOWN;
      if (rare.has(own)) importance = rare.get(own);
      else if (rare.size) importance = Math.max(...[...rare].map(([s, v]) => v * Math.min(1, weights.get(s) + 0.25)));
      const weak = weakWords.has(reading) || /^\d+$/.test(word) || word.length === 1, factor = weak ? WEAK : 1;
      const stems = new Map([...rare].map(([s, v]) => [s, factor * weights.get(s) * Math.min(v, importance)]).sort((a, b) => b[1] - a[1]).slice(0, READINGS));
      return { word, stems, importance: factor * importance, certain: known && stems.size > 0, weak, position };
    };
    const understand = (text, game) => {
      const [named, typed] = gameIn(split(fold(text.slice(0, MAX_CHARS))).slice(0, MAX_WORDS)), told = typed.filter((w) => !fillers.has(w));
      const kept = told.length ? told : typed;
      game = game || named;
      const line = kept.join(" ");
      const words = kept.flatMap((w) => split(lists.short[w] || w)), repairs = new Map(), readings = [];
      for (const word of words) {
        if (STOP.has(word)) continue;
        let reading = word, sure = 1, known = isKnown(word, game);
        const plain = known ? null : [...infinitives(word), ...diminished(word)].find(speller);
        if (plain) { reading = plain; known = true; }
        else if (!known) { const r = repair(word, game) || repair(word, null); if (r) { reading = r.word; sure = r.weight; known = true; repairs.set(word, r.word); } }
        readings.push([word, reading, sure, known]);
      }
      const stems = readings.map(([, reading]) => stem(reading)), linked = links(stems, game);
      const slots = readings.map(([word, reading, sure, known], n) => slotOf(n, word, reading, sure, known, linked.get(n), game));
      const reading = split(line).map((w) => repairs.get(w) || w).join(" ");
      return { text, folded: line, game, slots, stems, words: readings.map(([, r]) => [r, stem(r)]), repairs, reading, corrected: repairs.size ? reading : null, total: slots.reduce((t, s) => t + s.importance, 0) || 1 };
    };

    // --- the model and the candidates (model.py, candidates.py)
    const rarity = (s) => Math.max(0.3, idf(s, null) / 6), grouped = new Map(Object.entries(lists.groups));
    const asking = new Set(lists.asking);
    const signs = (words, meaning) => {
      const found = new Map();
      let before = "";
      for (const [word, s] of words) {
        found.set(s, meaning ? rarity(s) : 1);
        if (before) found.set(before + " " + s, 0.7);
        if (word.length > 4) found.set("^" + word.slice(0, 4), 0.5);
        if (meaning) for (const group of grouped.get("=" + word) || grouped.get(s) || []) found.set("~" + group, 0.6);
        before = s;
      }
      const asks = meaning ? -1 : words.findIndex(([word]) => asking.has(word));
      if (asks >= 0) for (const [, s] of words.slice(asks + 2)) found.set(words[asks][0] + ">" + s, 0.5);
      let square = 0;
      for (const v of found.values()) square += v * v;
      const size = Math.sqrt(square) || 1;
      for (const [k, v] of found) found.set(k, v / size);
      return found;
    };
    const heard = (model, found, size) => {
      const scores = new Float64Array(size);
      for (const [sign, value] of found) { const row = model[sign]; if (row) for (let k = 0; k < row[0].length; k++) scores[row[0][k]] += value * (row[1][k] / 32); }
      return scores;
    };
    const owner = [], firsts = new Map(), postings = new Map(), named = new Map();
    {
      const documents = new Map(games.map((g) => [g, []]));
      records.forEach((r, n) => {
        const title = r.names[0].stems.join(" ");
        const texts = [...r.passages.map((p) => p.stems), ...(r.summary.length ? [r.summary.join(" ")] : [])];
        firsts.set(n, owner.length);
        for (const text of texts) { documents.get(r.game).push([owner.length, split((title + " " + text).trim().replace(/ +/g, " "))]); owner.push(n); }
        for (const name of r.names) if (name.source !== "errata") for (const s of name.stems) { const row = named.get(s); if (!row) named.set(s, new Set([n])); else row.add(n); }
      });
      for (const [game, rows] of documents) {
        const mean = rows.reduce((t, [, w]) => t + w.length, 0) / (rows.length || 1) || 1, found = new Map();
        for (const [n, words] of rows) {
          const tfs = new Map(), length = 1.2 * (1 - 0.75 + 0.75 * words.length / mean);
          for (const w of words) tfs.set(w, (tfs.get(w) || 0) + 1);
          for (const [w, tf] of tfs) push(found, w, [n, tf * 2.2 / (tf + length)]);
        }
        for (const list of found.values()) { const v = Math.log(1 + (rows.length - list.length + 0.5) / (list.length + 0.5)); for (const row of list) row[1] *= v; }
        postings.set(game, found);
      }
    }
    const asked = (query) => {
      const found = new Map();
      for (const slot of query.slots) for (const [s, points] of [...slot.stems].sort((a, b) => b[1] - a[1]).slice(0, 4)) found.set(s, Math.max(found.get(s) || 0, points / UNKNOWN));
      return found;
    };
    const likely = (query) => {
      const stems = asked(query), found = signs(query.words, true), game = query.game, size = records.length;
      const chance = {};
      if (!game) {
        const scores = heard(tables.games, found, games.length), top = Math.max(0, ...scores), powers = [...scores].map((s) => Math.exp(s - top)), sum = powers.reduce((a, b) => a + b, 0);
        games.forEach((g, n) => { chance[g] = powers[n] / sum; });
      }
      const scores = heard(tables.model, found, size), meant = new Float64Array(size);
      for (const g of games) if (!game || g === game) {
        let top = -Infinity, sum = 0;
        for (let n = 0; n < size; n++) if (records[n].game === g && scores[n] !== 0 && scores[n] > top) top = scores[n];
        if (top === -Infinity) continue;
        for (let n = 0; n < size; n++) if (records[n].game === g && scores[n] !== 0) sum += meant[n] = Math.exp(scores[n] - top);
        for (let n = 0; n < size; n++) if (records[n].game === g && scores[n] !== 0) meant[n] = meant[n] / sum * (game ? 1 : chance[g]);
      }
      const passages = new Float64Array(size), documents = new Float64Array(owner.length), names = new Float64Array(size);
      let total = 0;
      for (const weight of stems.values()) total += weight;
      for (const [g, rows] of postings) if (!game || g === game) for (const [s, weight] of stems) for (const [k, v] of rows.get(s) || []) documents[k] += weight * v;
      documents.forEach((v, k) => { if (v > passages[owner[k]]) passages[owner[k]] = v; });
      for (const [s, weight] of stems) for (const n of named.get(s) || []) names[n] += weight;
      const top = passages.reduce((a, b) => (b > a ? b : a), 0) || 1, worth = new Float64Array(size);
      for (let n = 0; n < size; n++) {
        if ((game && records[n].game !== game) || (!passages[n] && !names[n] && !meant[n])) continue;
        worth[n] = passages[n] / top + names[n] / (total || 1) + 3 * meant[n] + (meant[n] ? Math.max(0, 1 + Math.log(meant[n]) / DOUBT) : 0);
      }
      return { worth, meant, games: chance, documents };
    };

    // --- shapes and features (tables.py, features.py)
    const shapes = new Map();
    const bagOf = (text) => { const found = new Map(), words = split(text); for (const w of words) found.set(w, (found.get(w) || 0) + 1); return { counts: found, length: words.length }; };
    const shape = (n) => {
      if (shapes.has(n)) return shapes.get(n);
      const r = records[n];
      const names = r.names.map((name) => {
        const idfs = new Map(name.stems.map((s) => [s, s.length === 1 || /^\d+$/.test(s) ? 0.2 : idf(s, r.game)]));
        let mass = 0;
        for (const v of idfs.values()) mass += v;
        return { source: name.source, place: name.place, bare: bare(name.text), order: name.stems, stems: new Set(name.stems), idfs, mass: mass || 1 };
      });
      const right = names.filter((name) => name.source !== "errata"), naming = new Map(), inverted = new Map(), pairs = new Set();
      names.forEach((name, k) => { if (name.source !== "errata") for (const s of name.stems) push(naming, s, k); });
      r.passages.forEach((p, k) => { for (const [s, tf] of bagOf(p.stems).counts) push(inverted, s, [k, tf]); });
      const namedStems = new Set(right.flatMap((name) => [...name.stems])), body = bagOf(r.passages.map((p) => p.stems).join(" ").trim().replace(/ +/g, " ")), own = bagOf(r.summary.join(" ").trim().replace(/ +/g, " "));
      for (const words of [...r.passages.map((p) => split(p.stems)), ...r.summary.map(split), ...right.map((name) => name.order)]) for (let k = 1; k < words.length; k++) pairs.add(words[k - 1] + " " + words[k]);
      const found = {
        names, right, naming, misspelt: new Set(names.filter((x) => x.source === "errata").map((x) => x.bare)), title: names[0].stems,
        short: new Set(right.filter((x) => x.source !== "coloquial").flatMap((x) => [...x.stems])), named: namedStems, body, own, passages: inverted,
        norms: r.passages.map((p) => norm((p.stems.match(/ /g) || []).length + 1, "passage")), all: new Set([...namedStems, ...body.counts.keys(), ...own.counts.keys()]), pairs,
      };
      shapes.set(n, found);
      return found;
    };
    const sum = (values) => { let t = 0; for (const v of values) t += v; return t; };
    const fitOf = (query) => {
      const stems = new Map();
      query.slots.forEach((slot, n) => { for (const [s, points] of slot.stems) push(stems, s, [n, points]); });
      const quality = new Map([...stems].map(([s, rows]) => [s, Math.max(...rows.map(([n, points]) => points / (query.slots[n].importance || 1)))]));
      const strong = query.slots.filter((s) => !s.weak), near = [];
      for (let k = 1; k < strong.length; k++) if (strong[k].position - strong[k - 1].position <= 2) near.push([strong[k - 1].stems, strong[k].stems]);
      const short = split(query.folded).length - 1 < 3 || query.repairs.size > 0 || !query.slots.every((s) => s.certain);
      return { query, stems, quality, near, likely: likely(query), fuzzy: short ? almost(query.folded, query.game) : new Map(), entitled: entitled([query.text.slice(0, MAX_CHARS), query.folded, query.reading], query.game), bare: bare(query.reading), typed: bare(query.folded), all: new Set(query.stems), said: new Map() };
    };
    const bestIn = (fit, keys, text) => {
      const best = new Map();
      for (const s of keys) if (text.has(s)) for (const [slot, points] of fit.stems.get(s)) if (points > (best.get(slot) || 0)) best.set(slot, points);
      return best;
    };
    const cover = (fit, keys, text) => sum(bestIn(fit, keys, text).values()) / fit.query.total;
    const keysIn = (fit, words) => [...fit.stems.keys()].filter((s) => words.has(s));
    const saidBy = (fit, keys, shape) => {
      const found = new Map();
      for (const s of keys) for (const [k, tf] of shape.passages.get(s) || []) {
        let said = found.get(k);
        if (!said) found.set(k, said = { number: k, best: new Map(), scores: new Map(), score: 0 });
        const full = tf / (tf + shape.norms[k]);
        for (const [slot, points] of fit.stems.get(s)) {
          if (points > (said.best.get(slot) || 0)) said.best.set(slot, points);
          if (points * full > (said.scores.get(slot) || 0)) said.scores.set(slot, points * full);
        }
      }
      for (const said of found.values()) said.score = sum(said.scores.values());
      return [...found.values()];
    };
    const scoreOf = (fit, keys, bag, kind) => {
      const best = new Map(), length = norm(bag.length, kind);
      for (const s of keys) { const tf = bag.counts.get(s); if (tf) for (const [slot, points] of fit.stems.get(s)) { const v = points * tf / (tf + length); if (v > (best.get(slot) || 0)) best.set(slot, v); } }
      return sum(best.values()) / fit.query.total;
    };
    const features = (fit, n) => {
      const r = records[n], own = shape(n), target = r.redirect === null ? n : r.redirect, text = shape(target), total = fit.query.total, meant = fit.likely.meant[n];
      const words = text === own ? own.all : new Set([...own.all, ...text.all]), keys = keysIn(fit, words);
      const found = { title_q: 0, title_sim: 0, title_prod: 0, name_exact: own.misspelt.has(fit.typed) ? 1 : 0, short_sim: 0, long_sim: 0 };
      const touched = new Map();
      for (const s of keys) for (const k of own.naming.get(s) || []) push(touched, k, s);
      for (const [k, said] of touched) {
        const name = own.names[k], q = cover(fit, said, new Set(said)), sim = Math.sqrt(q * sum(said.map((s) => name.idfs.get(s) * fit.quality.get(s))) / name.mass);
        if (name.source === "titulo") Object.assign(found, { title_q: q, title_sim: sim, title_prod: sim * sim });
        else if (name.bare === fit.bare) found.name_exact = 1;
        const key = name.source === "coloquial" ? "long_sim" : "short_sim";
        if (sim > found[key]) found[key] = sim;
      }
      const title = own.names[0], same = title.stems.size === fit.all.size && [...title.stems].every((s) => fit.all.has(s));
      found.title_exact = title.bare === fit.bare ? 1 : 0.8 * same;
      found.long_sim2 = found.long_sim ** 2;
      const passages = saidBy(fit, keys, text), short = bestIn(fit, keys, own.short);
      fit.said.set(target, passages);
      const beyond = (best) => { let more = 0; for (const [slot, points] of short) { const had = best.get(slot) || 0; if (points > had) more += points - had; } return more; };
      const said = passages.map((p) => sum(p.best.values()));
      const parent = r.parent === null ? null : shape(r.parent);
      let hits = 0;
      for (const [a, b] of fit.near) if ([...a.keys()].some((x) => words.has(x) && [...b.keys()].some((y) => words.has(y) && (own.pairs.has(x + " " + y) || (text !== own && text.pairs.has(x + " " + y)))))) hits++;
      return Object.assign(found, {
        names_q: cover(fit, keys, own.named), body: scoreOf(fit, keys, text.body, "body"), passage: Math.max(0, ...passages.map((p) => p.score)) / total,
        passage_cov: Math.max(0, ...said) / total, passage_named: Math.max(0, ...passages.map((p, k) => said[k] + beyond(p.best))) / total,
        own: scoreOf(fit, keys, text.own, "own"), all_cov: cover(fit, keys, words), parent_q: parent ? cover(fit, keysIn(fit, parent.title), parent.title) : 0,
        pairs: fit.near.length ? hits / fit.near.length : 0, length: Math.log1p(text.body.length + text.own.length) / 7, lost: +records[target].lost, game: fit.likely.games[r.game] || 0,
        fuzzy: fit.fuzzy.get(n) || 0, meant, meant_log: meant ? Math.max(0, 1 + Math.log(meant) / DOUBT) : 0, title_full: +fit.entitled.has(n), [r.kind]: 1,
      });
    };

    // --- order (rank.py) and refusal (refuse.py)
    const LESSER = new Set(["redireccion", "carta", "indice", "historial", "ejemplo"]);
    const said = (n) => ` ${fold([records[n].title, ...records[n].passages.map((p) => p.text)].join(" "))} `;
    const allowed = (n, fit, only, asked) => {
      const r = records[n];
      if ((fit.query.game && fit.query.game !== r.game) || (only.kind && only.kind !== r.kind) || (only.source && only.source !== r.source) || (asked.page !== null && asked.page !== r.page)) return false;
      if (!asked.whole.length && !asked.without.length) return true;
      const line = said(n);
      return asked.whole.every((w) => line.includes(` ${w} `)) && !asked.without.some((w) => line.includes(` ${w} `));
    };
    const NONE = operators("");
    const ranked = (fit, only = {}, asked = NONE) => {
      const rows = ordered(fit, only, asked), stepped = (r) => (records[r.record].passages.some((p) => p.label === asked.step) ? 0 : 1);
      return asked.step ? rows.map((r, k) => [r, k]).sort((a, b) => stepped(a[0]) - stepped(b[0]) || a[1] - b[1]).map(([r]) => r) : rows;
    };
    const ordered = (fit, only, asked) => {
      const plain = !(only.kind || only.source || asked.narrow);
      const worth = fit.likely.worth;
      for (const [n, alike] of fit.fuzzy) worth[n] += alike;
      for (const n of fit.entitled) worth[n] += 9;
      let order = asked.page !== null && !fit.query.slots.length ? [...records.keys()].filter((n) => records[n].page === asked.page)
        : [...worth.keys()].filter((n) => worth[n] > 0).sort((a, b) => worth[b] - worth[a] || a - b);
      if (!plain) order = order.filter((n) => allowed(n, fit, only, asked));
      order = order.slice(0, FULL);
      const best = new Map(), keyOf = (n) => (records[n].verdict ? n : records[n].shown), near = order.slice(FEWEST, MOST_LOOKED).filter((n) => worth[n] >= 0.4 * worth[order[0]]).length;
      const calledSo = (n) => fit.entitled.has(n) || shape(n).right.some((name) => name.bare === fit.bare) || shape(n).misspelt.has(fit.typed);
      for (const n of order.filter((n, k) => k < FEWEST + near || (fit.entitled.size && calledSo(n)))) {
        const found = features(fit, n), shown = records[n].shown, key = keyOf(n);
        let score = 0;
        for (const [name, value] of Object.entries(found)) if (value && lists.weights[name]) score += value * lists.weights[name];
        if (!best.has(key) || score > best.get(key).score) best.set(key, { shown, record: n, score, features: found });
      }
      const tier = (n) => (!fit.entitled.has(n) ? 0 : LESSER.has(records[n].kind) || !records[n].current ? 1 : 2);
      let rows = [...best.values()].sort((a, b) => tier(b.shown) - tier(a.shown) || b.score - a.score || a.shown - b.shown);
      if (!fit.query.game && rows.length && isNamed(rows[0])) {
        const firsts = new Map();
        for (const r of rows) if (r.score >= 0.6 * rows[0].score && !firsts.has(records[r.shown].game)) firsts.set(records[r.shown].game, r);
        const side = [...firsts.values()];
        rows = [...side, ...rows.filter((r) => !side.includes(r))];
      }
      const lowest = Math.min(...[...best.values()].map((r) => r.score)), seen = new Set(best.keys());
      for (const n of order) if (!seen.has(keyOf(n))) {
        seen.add(keyOf(n));
        rows.push({ shown: records[n].shown, record: n, score: lowest, features: {} });
      }
      const target = rows.length ? records[rows[0].shown].redirect : null;
      if (target === null) return rows;
      const second = rows.find((r) => r.shown === target) || { shown: target, record: target, score: rows[0].score, features: {} };
      return [rows[0], second, ...rows.slice(1).filter((r) => r.shown !== target)];
    };
    const isNamed = (row) => Math.max(row.features.title_exact || 0, row.features.name_exact || 0) > 0.5;
    const other = new RegExp(`(?<!como en )(?<!como el )(?<!que en )(?<!que el )(?<!vengo de )\\b(?<name>${lists.other_games.join("|")})\\b|(?<!como )(?<!que )(?<!vengo )\\b(?:en|de|del|a|al)(?: el)? (?<last>${lists.other_last.join("|")})$`);
    const before = new Set(lists.before_names), capitalNames = new Set(lists.capital_names), nameWords = new Set(lists.name_words);
    const soundsLike = (query) => {
      const strange = new Set(query.slots.filter((s) => !s.stems.size && !s.weak).map((s) => s.word)), words = split(query.folded);
      const capital = new Set((query.text.slice(0, MAX_CHARS).match(/(?<=[\p{L}\p{N}_,;] )[A-ZÁÉÍÓÚÑ][\p{L}\p{N}_'’-]+/gu) || []).flatMap((w) => split(fold(w))));
      const sure = new Set(words.filter((w) => capital.has(w) && capitalNames.has(w)));
      for (let k = 0; k < words.length; k++) for (let n = Math.min(4, words.length - k); n > 0; n--) if (heroNames.has(words.slice(k, k + n).join(" "))) { words.slice(k, k + n).forEach((w) => sure.add(w)); break; }
      const names = new Set(words.filter((w, k) => (sure.has(w) || (strange.has(w) && (capital.has(w) || nameWords.has(w) || (w === words[words.length - 1] && before.has(words[words.length - 2]))))) && (!STOP.has(w) || capitalNames.has(w))));
      const marked = [];
      for (const w of split(query.reading)) {
        if (/^\d+$/.test(w)) marked.push(["#", "#"]);
        else if (!names.has(w) && w !== "nombre") marked.push([w, stem(w)]);
        else if (!marked.length || marked[marked.length - 1][0] !== "nombre") marked.push(["nombre", "nombre"]);
      }
      const found = signs(marked, false);
      if (![...found.keys()].some((sign) => tables.sounds[sign])) return { chances: new Map(), against: 0, names };
      const scores = [...heard(tables.sounds, found, lists.classes.length)], top = Math.max(...scores), powers = scores.map((s) => Math.exp(s - top)), whole = sum(powers);
      const against = (Math.max(...scores.slice(1)) - scores[0]) * Math.sqrt(split(query.reading).length) / 3;
      return { chances: new Map(powers.map((p, n) => [n, p / whole])), against: Math.max(-20, Math.min(20, against)), names };
    };
    const judge = (query, fit, rows, base) => {
      if (!rows.length && !base.length) return { unanswered: true, note: "No lo dicen los libros.", instead: [] };
      const first = rows[0] || { shown: -1, record: -1, score: 0, features: {} }, record = first.shown < 0 ? null : records[first.record], f = first.features;
      const no = (note, instead = []) => ({ unanswered: true, note, instead }), yes = { unanswered: false, note: null, instead: [] };
      const foreign = isNamed(first) ? null : other.exec(query.folded);
      if (foreign) return no(`No lo dicen los libros: «${(foreign.groups.name || foreign.groups.last).replace(/\b\w/g, (c) => c.toUpperCase())}» no es uno de estos juegos.`);
      if (base.length) {
        const from = base[0], there = records[from.shown], title = shape(from.shown).names[0], said = new Set([...query.stems, ...query.slots.flatMap((s) => [...s.stems.keys()])]);
        const rows = frequencies.get(query.game) || new Map();
        if ([...title.stems].every((s) => said.has(s)) && from.features.title_q >= 0.25 && from.score >= first.score + 1.5 && Math.min(...[...title.stems].map((s) => rows.get(s) || 0)) <= 5
          && !records.some((r) => r.game === query.game && [...title.stems].every((s) => r.names[0].stems.includes(s))) && (f.passage || 0) < 0.46
          && !(record && record.passages.some((p) => fold(p.text.split(":")[0]) === fold(there.title)))) return no(`Este libro no lo define: vale la regla de ${lists.called[there.game]}, «${there.title}».`, [from]);
      }
      if (first.shown >= 0 && records[first.shown].lost) {
        const title = records[first.shown].title;
        if (isNamed(first) || f.title_full || records[first.shown].names[0].stems.every((s) => query.stems.includes(s))) return no(`No lo dicen los libros: a nuestra copia le falta el texto de «${title}».`);
        const lost = notHere(query, first, record, f);
        return lost.unanswered ? lost : { ...yes, note: `A nuestra copia le falta el texto de «${title}»: mira también lo que sigue.` };
      }
      return notHere(query, first, record, f);
    };
    const notHere = (query, first, record, f) => {
      const no = (note) => ({ unanswered: true, note, instead: [] }), yes = { unanswered: false, note: null, instead: [] };
      if (isNamed(first) || f.title_full || f.fuzzy) return yes;
      const { chances, against, names } = soundsLike(query);
      const data = split(query.folded).some((w) => !names.has(w) && cardData.has(stem(w))) && query.slots.every((s) => s.weak || names.has(s.word) || cardData.has(stem(s.word)));
      if (names.size && data) return no(lists.notes.carta);
      if (sum(lists.printed.map((k) => chances.get(k) || 0)) > 0.8 && names.size && /\b(cuant[oa]s?|cuestan?|valen?|coste|puntos|precio|how (many|much))\b/.test(query.folded)) return no(lists.notes.carta);
      if (record && split(fold(record.title)).some((w) => names.has(w)) && (against < 0 || (f.all_cov || 0) > 0.6)) return yes;
      const game = query.game || (record ? record.game : "");
      if (!tables.taught.includes(game)) return (f.all_cov || 0) < 0.12 ? no(lists.notes.regla) : yes;
      const strong = query.slots.filter((s) => !s.weak), total = sum(strong.map((s) => s.importance)) || 1;
      const here = !record ? new Set() : record.redirect === null ? shape(first.record).all : new Set([...shape(first.record).all, ...shape(record.redirect).all]);
      const missing = (s) => s.importance - Math.max(0, ...[...s.stems].filter(([stem]) => here.has(stem)).map(([, points]) => points));
      const lacking = (s) => missing(s) > 0.7 * s.importance, share = Math.min(1, TOLD / (strong.length || 1));
      const evidence = {
        suena: against,
        ...Object.fromEntries(Object.entries(lists.fits).map(([told, name]) => [told, f[name] || 0])),
        raras: sum(strong.filter((s) => !s.stems.size).map((s) => s.importance)) / total, ajenas: share * strong.filter((s) => !knows(stem(s.word), null)).length / 4,
        faltan: share * strong.filter(lacking).length / 5, palabras: Math.min(strong.length, 8) / 8, nombre: +(names.size > 0), vacia: +!strong.length,
      };
      if (sum(Object.entries(evidence).map(([k, v]) => lists.refusal[k] * v)) + lists.refusal.sesgo < 0) return yes;
      if (strong.length === 1 && query.slots.length === 1 && strong[0].stems.size && !lacking(strong[0])) return yes;
      let kind = 0, most = -1;
      for (const [k, v] of chances) { const value = k ? v : 0; if (value > most) { most = value; kind = k; } }
      return { ...no((chances.get(kind) || 0) > 0.4 ? lists.notes[lists.classes[kind]] || lists.notes.regla : lists.notes.regla), judged: true };
    };
    const ASKING = new Set("que cual cuales cuanto cuanta cuantos cuantas quien quienes".split(" ")), BEFORE_ASKING = new Set(["a", "con", "de", "en", "para", "por"]);
    const asks = (words) => words.length >= 4 && words.slice(0, 1 + BEFORE_ASKING.has(words[0])).some((w) => ASKING.has(w));
    const LAST = /(?:(?<=[.!?;:…] )¿?|¿)[^.!?;:…¿]{8,}[?.!]*\s*$/u, wordsIn = (text) => text.split(/\s+/).filter(Boolean).length;
    const rests = (text) => [...after(text), ...(text.length > STORY && wordsIn((LAST.exec(text) || [""])[0]) >= 4 ? [LAST.exec(text)[0]] : [])];
    const after = (text) => [":", ","].filter((mark) => text.includes(mark)).map((mark) => [text.slice(0, text.indexOf(mark)), text.slice(text.indexOf(mark) + 1)])
      .filter(([before, rest]) => wordsIn(rest) >= 4 && !asks(split(fold(before)))).map(([, rest]) => rest);

    // --- what a hit shows (passages.py, snippet.py)
    const order = (fit, n) => {
      const own = shape(n), passages = records[n].passages;
      let spoken = passages.map((_, k) => k).filter((k) => !passages[k].quiet);
      if (!spoken.length) spoken = passages.map((_, k) => k);
      if (spoken.length < 2) return spoken;
      const keys = keysIn(fit, own.all);
      if (bestIn(fit, keys, own.short).size === fit.query.slots.length) return spoken;
      const titled = bestIn(fit, keys, own.title), worth = new Map();
      const asked = new Map(), touched = new Map();
      for (const s of keys) for (const k of own.naming.get(s) || []) if (own.names[k].source === "coloquial" && own.names[k].place !== null) push(touched, k, s);
      for (const [k, said] of touched) {
        const name = own.names[k], sim = cover(fit, said, new Set(said)) * sum(said.map((s) => name.idfs.get(s) * fit.quality.get(s))) / name.mass;
        if (sim > (asked.get(name.place) || 0)) asked.set(name.place, sim);
      }
      for (const [k, sim] of asked) worth.set(k, fit.query.total * sim);
      const kept = fit.said.get(n), share = new Map();
      for (const said of kept && kept.length ? kept : saidBy(fit, keys, own)) {
        share.set(said.number, sum([...said.best.values()]));
        worth.set(said.number, said.score + sum([...said.best].map(([slot, p]) => p * (titled.has(slot) ? 0.3 : 1))) + (worth.get(said.number) || 0));
      }
      for (const k of spoken) worth.set(k, (worth.get(k) || 0) + 0.3 * Math.max(share.get(k - 1) || 0, share.get(k + 1) || 0));
      for (const [k, v] of worth) worth.set(k, Math.round(1e9 * v));
      return spoken.sort((a, b) => (worth.get(b) || 0) - (worth.get(a) || 0) || a - b);
    };
    const likeliest = (fit, n) => {
      const passages = records[n].passages, first = firsts.get(n);
      let best = 0;
      passages.forEach((_, k) => { if (Math.round(1e9 * fit.likely.documents[first + k]) > Math.round(1e9 * fit.likely.documents[first + best])) best = k; });
      const spoken = [...passages.keys()].filter((k) => !passages[k].quiet), some = spoken.length ? spoken : [...passages.keys()];
      return some.includes(best) ? [best] : some.slice(0, 1);
    };
    const told = (p) => (p.label ? p.label + ". " + p.text : p.text), leads = (list, k) => k + 1 < list.length && list[k + 1].lead === k;
    const whole = (list, k, seen) => {
      const lead = leads(list, k) ? k : list[k].lead;
      if (lead === null) return [told(list[k]), [k]];
      let end = lead + 1;
      while (end < list.length && (list[end].lead === lead || (list[end].lead || -1) > lead)) end++;
      let first = k;
      if (k === lead) for (first = lead + 1; first < end && seen.has(first);) first++;
      if (first === end) first = lead + 1;
      let last = first, size = list[lead].text.length + list[first].text.length;
      for (;;) {
        if (last + 1 < end && !seen.has(last + 1) && size + list[last + 1].text.length <= ROOM) size += list[++last].text.length;
        else if (first > lead + 1 && !seen.has(first - 1) && size + list[first - 1].text.length <= ROOM) size += list[--first].text.length;
        else break;
      }
      const items = [];
      for (let n = first; n <= last; n++) items.push(n);
      return [[...(seen.has(lead) ? [] : [told(list[lead])]), ...(first > lead + 1 || seen.has(lead) ? ["…"] : []), ...items.map((n) => (list[n].label ? told(list[n]) : "• " + list[n].text)), ...(last + 1 < end ? ["…"] : [])].join("\n"), items];
    };
    const shown = (list, wanted) => {
      const found = [], seen = new Set();
      for (const k of wanted) if (!seen.has(k) && found.length < MOST) {
        const [text, items] = whole(list, k, seen), lead = leads(list, k) ? k : list[k].lead;
        for (const n of [k, ...items, ...(lead === null ? [] : [lead])]) seen.add(n);
        found.push({ anchor: list[k].anchor, text });
      }
      return found;
    };
    const marks = (text, stems) => {
      const found = [];
      for (const m of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        const word = fold(m[0]);
        if (!word || STOP.has(word) || !stems.has(stem(word))) continue;
        const last = found[found.length - 1];
        if (last && /^\s+$/.test(text.slice(last[1], m.index))) last[1] = m.index + m[0].length; else found.push([m.index, m.index + m[0].length]);
      }
      return found;
    };
    const cut = (text) => (text.length <= LIMIT ? text : text.slice(0, LIMIT).replace(/\s+\S*$/, "") + " …");
    const hit = (row, fit, whole, step) => {
      const record = records[row.shown];
      let n = row.record;
      if (records[n].redirect !== null && (records[n].kind === "redireccion" || !records[n].passages.length)) n = records[n].redirect;
      const source = records[n], stems = new Set(fit.query.slots.filter((s) => !s.weak).flatMap((s) => [...s.stems.keys()]));
      let wanted = whole ? order(fit, n) : likeliest(fit, n);
      if (step !== null) {
        const named = [...source.passages.keys()].filter((k) => source.passages[k].label === step);
        wanted = [...named, ...wanted.filter((k) => !named.includes(k))];
      }
      const best = wanted.length ? source.passages[wanted[0]] : { anchor: null, text: source.title };
      const question = source.verdict ? { text: source.title, verdict: source.verdict, reason: source.passages.map(told).join("\n") } : null;
      const passage = cut(best.text), up = [];
      for (let p = record.parent; p !== null && up.length < 8; p = records[p].parent) up.unshift(records[p].title);
      const parts = !whole ? [] : question ? [{ anchor: best.anchor, text: question.text + "\n" + question.reason }] : shown(source.passages, wanted);
      return { id: record.id, game: record.game, title: record.title, kind: record.kind, score: row.score, passage, anchor: best.anchor, within: source.id, breadcrumb: up, source: record.source, marks: marks(passage, stems), question, passages: parts.map((p) => ({ ...p, marks: marks(p.text, stems) })) };
    };

    const search = (q, game = null, limit = 10, only = {}) => {
      const asked = operators(q.slice(0, 2000)), query = understand(asked.text, game), fit = fitOf(query);
      let rows = ranked(fit, only, asked);
      const verdictOf = (query, fit, rows) => {
        const other = lists.base[query.game || ""];
        return judge(query, fit, rows, other && sizes.has(other) ? ranked(fitOf(understand(query.text, other))).slice(0, 1) : []);
      };
      const answered = (text) => { const inner = understand(text, query.game), own = fitOf(inner); return !verdictOf(inner, own, ranked(own)).unanswered; };
      let verdict = asked.narrow ? { instead: [], unanswered: false, note: rows.length ? null : `No hay nada con ${asked.told}.` } : verdictOf(query, fit, rows);
      if (verdict.judged && rests(asked.text).some(answered)) verdict = { instead: [], unanswered: false, note: null };
      rows = [...verdict.instead, ...rows];
      return { q, hits: rows.slice(0, limit).map((row, n) => hit(row, fit, n < 3, asked.step)), corrected: query.corrected, unanswered: verdict.unanswered, note: verdict.note, game: query.game };
    };
    return { search, games };
  };
  return { open, fold };
})();
