// La lista de resultados de una respuesta de Buscador, con las mismas clases que web/templates/results.html.
"use strict";
self.Pintar = (() => {
  const escape = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const marked = (text, marks) => {
    let out = "", at = 0;
    for (const [a, b] of marks) { out += escape(text.slice(at, a)) + "<mark>" + escape(text.slice(a, b)) + "</mark>"; at = b; }
    return out + escape(text.slice(at));
  };
  const hit = (h, n, labels) => {
    const texts = h.question ? [escape(h.question.reason)] : n === 0 && h.passages.length ? h.passages.map((p) => marked(p.text, p.marks)) : [marked(h.passage, h.marks)];
    const verdict = h.question && labels.verdicts[h.question.verdict];
    return `<li class="hit g-${escape(h.game)}${n ? "" : " best"}"><a class="hl" href="/${escape(h.within)}${h.anchor ? "#" + escape(h.anchor) : ""}"><span class="ht">${escape(h.question ? h.question.text : labels.titles[h.title] || h.title)}</span></a>`
      + `<span class="hm">${verdict ? `<b class="badge v-${h.question.verdict}">${escape(verdict)}</b> ` : ""}<i class="dot"></i>${[labels.games[h.game] || h.game, ...h.breadcrumb].map(escape).join(" › ")} · ${escape(labels.kinds[h.kind] || h.kind)}</span>`
      + texts.map((t, k) => `<p class="hp${k ? "" : " hb"}">${t}</p>`).join("") + "</li>";
  };
  const list = (answer, labels, where) => {
    const n = answer.hits.length, count = n + (n === 1 ? " resultado" : " resultados");
    const said = (answer.corrected ? `Buscando <strong>${escape(answer.corrected)}</strong> en vez de <s>${escape(answer.q)}</s>. ` : "") + (answer.unanswered ? `<strong>${escape(answer.note || "No lo dicen los libros.")}</strong>` : (answer.note ? escape(answer.note) + " " : "") + count);
    return `<p class="said" role="status"${answer.unanswered ? " data-sin" : ""}>${where}${said}</p><ol class="hits">${answer.hits.map((h, k) => hit(h, k, labels)).join("")}</ol>`;
  };
  return { list, escape };
})();
