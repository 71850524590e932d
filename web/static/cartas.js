// A file of many cards, checked part by part: a table that grows, a bar that says how far, the fixed file to take home.
(() => {
  "use strict";
  const doc = document, form = doc.querySelector(".upload form"), out = doc.getElementById("revision");
  if (!form || !out) return;
  const FEW = 6, PART = 32 * 1024, WHOLE = 6;
  const make = (tag, text, more) => Object.assign(doc.createElement(tag), text === undefined ? {} : { textContent: text }, more);

  // How a file is cut: what stands before and after each part, what stands between two cards, and the cards as they are written.
  const records = (text) => {
    const found = [];
    let from = 0, quoted = false;
    for (let i = 0; i < text.length; i++) {
      if (text[i] === '"') quoted = !quoted;
      else if (text[i] === "\n" && !quoted) { found.push(text.slice(from, i + 1)); from = i + 1; }
    }
    return from < text.length ? [...found, text.slice(from)] : found;
  };
  const elements = (text) => {
    const a = text.indexOf("["), b = text.lastIndexOf("]"), found = [];
    let depth = 0, quoted = false, from = a + 1;
    for (let i = a + 1; i < b; i++) {
      const c = text[i];
      if (quoted) { if (c === "\\") i++; else if (c === '"') quoted = false; }
      else if (c === '"') quoted = true;
      else if (c === "{" || c === "[") depth++;
      else if (c === "}" || c === "]") depth--;
      else if (c === "," && !depth) { found.push(text.slice(from, i)); from = i + 1; }
    }
    return { head: text.slice(0, a + 1), tail: text.slice(b), between: ",", cards: [...found, text.slice(from, b)] };
  };
  const plain = (cards, head = "") => ({ head, tail: "", between: "", cards: cards.filter((card) => card) });
  const CUT = {
    jsonl: (text) => plain(records(text)), ndjson: (text) => plain(records(text)),
    csv: (text) => { const [head, ...rest] = records(text); return plain(rest, head); },
    json: (text) => (/^\s*\[/.test(text) ? elements(text) : plain(records(text))),
    md: (text) => plain(text.split(/^(?=## )/m)), txt: (text) => plain(text.split(/(?<=\n[ \t]*\n)(?=\S)/)),
    yaml: (text) => plain(text.split(/^(?=- )/m)),
  };
  CUT.tsv = CUT.csv; CUT.yml = CUT.yaml; CUT.markdown = CUT.md;
  const lines = (text) => text.split("\n").length - 1;

  const ask = async (name, cut, cards) => {
    const data = new FormData(form);
    data.set("fichero", new File([cut.head + cards.join(cut.between) + cut.tail], name));
    data.set("formato", "revision");
    const answer = await fetch("/taller/fichero", { method: "POST", body: data });
    if (answer.ok) return answer.json();
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), why = page.querySelector("main h1 + p");
    return { refused: why ? why.textContent.trim() : "El servidor no ha respondido.", status: answer.status };
  };
  const inner = (cut, text) => text.slice(cut.head.length, text.length - cut.tail.length);

  const row = (card, shift) => {
    const line = make("tr"), name = make("td"), found = make("td");
    if (card.texto) name.append(make("a", card.nombre, { href: "/taller?" + new URLSearchParams({ juego: card.juego, texto: card.texto }) }));
    else name.append(card.nombre);
    name.append(make("br"), make("small", card.celda || "línea " + (card.linea + shift)));
    for (const one of card.hallazgos) {
      if (one.codigo) found.append(make("a", one.codigo, { href: "/taller/codigos#" + one.codigo.toLowerCase() }), " ");
      found.append((one.linea ? one.linea + shift + ":" + one.columna + " " : "") + one.mensaje, make("br"));
    }
    if (!card.hallazgos.length) found.append(make("span", "nada", { className: "soft" }));
    line.append(name, make("td", card.estado, { className: "st-" + card.estado }), found);
    return line;
  };

  const check = async (file, text, cut) => {
    const total = cut.cards.length, count = {}, done = [], stop = make("button", "Parar", { type: "button", className: "btn" });
    const bar = make("progress", undefined, { max: total, value: 0 }), said = make("p", "", { className: "meta" }), body = make("tbody");
    said.setAttribute("role", "status");
    bar.setAttribute("aria-label", "Cartas revisadas");
    const table = make("table"), frame = make("div", undefined, { className: "tw", tabIndex: 0 });
    table.innerHTML = "<thead><tr><th>Carta</th><th>Estado</th><th>Hallazgos</th></tr></thead>";
    table.append(body);
    frame.append(table);
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", "Resultado por carta");
    out.replaceChildren(bar, said, stop, frame);
    out.hidden = false;
    out.scrollIntoView({ block: "nearest" });
    let at = 0, stopped = false, size = FEW, line = lines(cut.head);
    stop.addEventListener("click", () => { stopped = true; });
    while (at < total && !stopped) {
      let cards = cut.cards.slice(at, at + size);
      while (cards.length > 1 && new Blob(cards).size > PART) cards = cards.slice(0, cards.length >> 1);
      const told = await ask(file.name, cut, cards).catch(() => ({ refused: "Sin conexión.", status: 0 }));
      if (told.refused && told.status === 429) { await new Promise((go) => setTimeout(go, 2000)); continue; }
      if (told.refused && told.status && cards.length > 1) { size = cards.length >> 1; continue; }  // too much at once: fewer
      if (told.refused && !told.status) { said.textContent = told.refused + " Se han revisado " + at + " de " + total + " cartas."; break; }
      const shift = line - lines(cut.head);
      const rows = told.cartas || [{ nombre: "Carta " + (at + 1), estado: "rechazado", linea: lines(cut.head) + 1, hallazgos: [{ mensaje: told.refused }] }];
      for (const card of rows) { body.append(row(card, shift)); count[card.estado] = (count[card.estado] || 0) + 1; }
      done.push(told.arreglado ? inner(cut, told.arreglado) : cards.join(cut.between));
      line += lines(cards.join(cut.between));
      at += cards.length;
      size = Math.min(FEW, size * 2);
      bar.value = at;
      said.textContent = at + " de " + total + " cartas: " + (count.exacto || 0) + " en su redacción canónica, " + (count.variante || 0)
        + " con otra redacción, " + (count.rechazado || 0) + " que no se entienden del todo.";
    }
    stop.remove();
    const rest = cut.cards.slice(at).join(cut.between), fixed = cut.head + done.join(cut.between) + (rest && done.length ? cut.between : "") + rest + cut.tail;
    const link = make("a", "Bajar el fichero arreglado", { className: "btn", download: "arreglado-" + file.name, href: URL.createObjectURL(new Blob([fixed])) });
    said.after(fixed === text ? make("p", "No hay arreglos seguros que hacer.", { className: "soft" }) : link);
  };

  form.addEventListener("submit", async (event) => {
    const file = form.elements.fichero.files[0], kind = event.submitter && event.submitter.value;
    const cutter = file && CUT[(file.name.split(".").pop() || "").toLowerCase()];
    if (kind !== "tabla" || !cutter) return;
    event.preventDefault();
    const raw = await file.arrayBuffer();
    let text;
    try { text = new TextDecoder("utf-8", { fatal: true }).decode(raw); } catch { text = new TextDecoder("windows-1252").decode(raw); }
    const cut = cutter(text);
    if (cut.cards.length <= WHOLE && raw.byteLength <= PART) { out.hidden = true; const sent = make("input", undefined, { type: "hidden", name: "formato", value: "tabla" }); form.append(sent); form.submit(); sent.remove(); return; }
    await check(file, text, cut);
  });
})();
