// Search of the exported site: Pagefind, loaded when somebody first types.
const box = document.getElementById("q"), form = document.getElementById("buscador"), out = document.getElementById("resultados");
const chips = [...document.querySelectorAll(".chip[data-g]")], shelf = document.getElementById("estante");
let game = new URLSearchParams(location.search).get("juego") || "", engine = null, turn = 0;

const run = async () => {
  const q = box.value.trim(), mine = ++turn;
  document.body.classList.toggle("asked", !!q);
  shelf.hidden = !!q;
  for (const chip of chips) if (chip.dataset.g === game) chip.setAttribute("aria-current", "true"); else chip.removeAttribute("aria-current");
  history.replaceState(null, "", q || game ? "/?" + new URLSearchParams({ q, ...(game && { juego: game }) }) : "/");
  if (!q) { out.replaceChildren(); return; }
  engine = engine || await import("/pagefind/pagefind.js");
  const found = await engine.search(q, game ? { filters: { juego: game } } : {});
  const rows = await Promise.all(found.results.slice(0, 15).map((r) => r.data()));
  if (mine !== turn) return;
  const list = document.createElement("ol"), said = document.createElement("p");
  list.className = "hits"; said.className = "said"; said.setAttribute("role", "status");
  said.textContent = found.results.length ? found.results.length + " resultados" : "Nada responde a eso en esta copia.";
  for (const row of rows) {
    const item = document.createElement("li"), link = document.createElement("a"), where = document.createElement("span"), text = document.createElement("p");
    item.className = "hit g-" + (row.filters.juego || [""])[0]; link.className = "hl"; where.className = "hm"; text.className = "hp";
    link.href = row.url; link.textContent = row.meta.title; where.textContent = row.meta.sitio || ""; text.innerHTML = row.excerpt;
    item.append(link, where, text); list.append(item);
  }
  out.replaceChildren(said, list);
};
let waiting = 0;
box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(run, 150); });
form.addEventListener("submit", (event) => { event.preventDefault(); const first = out.querySelector(".hl"); if (first) first.click(); else run(); });
for (const chip of chips) chip.addEventListener("click", (event) => { event.preventDefault(); game = chip.dataset.g; run(); box.focus(); });
box.value = new URLSearchParams(location.search).get("q") || "";
if (box.value) run();
