// La búsqueda de la copia estática: la del sitio, en el navegador, con el índice que la copia lleva; se abre al empezar a teclear.
"use strict";
(() => {
  const box = document.getElementById("q"), form = document.getElementById("buscador"), out = document.getElementById("resultados");
  const chips = [...document.querySelectorAll(".chip[data-g]")], shelf = document.getElementById("estante");
  let game = new URLSearchParams(location.search).get("juego") || "", opened = null, turn = 0, waiting = 0;
  const engine = () => opened || (opened = fetch("/sin-conexion/indice.json").then((r) => r.json()).then((data) => ({ labels: data.labels, search: self.Buscador.open(data).search })));
  const run = async () => {
    const q = box.value.trim(), mine = ++turn;
    document.body.classList.toggle("asked", !!q);
    shelf.hidden = !!q;
    for (const chip of chips) if (chip.dataset.g === game) chip.setAttribute("aria-current", "true"); else chip.removeAttribute("aria-current");
    history.replaceState(null, "", q || game ? "/?" + new URLSearchParams({ q, ...(game && { juego: game }) }) : "/");
    if (!q) { out.replaceChildren(); return; }
    const { search, labels } = await engine();
    if (mine === turn) out.innerHTML = self.Pintar.list(search(q, game || null, 15), labels, "");
  };
  box.addEventListener("focus", engine, { once: true });
  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(run, 120); });
  form.addEventListener("submit", (event) => { event.preventDefault(); const first = out.querySelector(".hl"); if (first) first.click(); else run(); });
  for (const chip of chips) chip.addEventListener("click", (event) => { event.preventDefault(); game = chip.dataset.g; run(); box.focus(); });
  box.value = new URLSearchParams(location.search).get("q") || "";
  if (box.value) run();
})();
