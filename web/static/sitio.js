// Reglario: search as you type, keyboard, citations, term previews. Everything works without it.
"use strict";
(() => {
  const doc = document, root = doc.documentElement;
  root.classList.add("js");
  const box = doc.getElementById("q") || doc.querySelector(".find input[type=search]");
  const results = doc.getElementById("resultados");

  // Search as you type: the server renders the list, we only put it in place.
  if (results && box) {
    const shelf = doc.getElementById("estante"), form = doc.getElementById("buscador");
    const chips = [...doc.querySelectorAll(".chip[data-g]")];
    let game = new URLSearchParams(location.search).get("juego") || "";
    let waiting = 0, running = null, shown = box.value.trim() + "|" + game;

    const address = (q) => {
      const params = new URLSearchParams();
      if (q) params.set("q", q);
      if (game) params.set("juego", game);
      return "/" + (params.size ? "?" + params : "");
    };
    const update = async (push) => {
      const q = box.value.trim(), state = q + "|" + game;
      if (state === shown) return;
      shown = state;
      if (running) running.abort();
      running = new AbortController();
      const url = address(q);
      try {
        const answer = await fetch(url + (url.includes("?") ? "&" : "?") + "parcial=1", { signal: running.signal });
        if (!answer.ok) return;
        results.innerHTML = await answer.text();
        history[push ? "pushState" : "replaceState"]({ q, game }, "", url);
        doc.body.classList.toggle("asked", !!q);
        doc.title = q ? q + " · Reglario" : "Reglario";
        shelf.hidden = !!q;
        for (const chip of chips) {
          if (chip.dataset.g === game) chip.setAttribute("aria-current", "true"); else chip.removeAttribute("aria-current");
          chip.href = "/?q=" + encodeURIComponent(q) + (chip.dataset.g ? "&juego=" + chip.dataset.g : "");
        }
      } catch (error) {
        if (error.name !== "AbortError") shown = "";
      }
    };
    box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 110); });
    form.addEventListener("submit", (event) => {
      const first = results.querySelector(".hl");
      if (first && shown === box.value.trim() + "|" + game) { event.preventDefault(); first.click(); }
    });
    for (const chip of chips) chip.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      game = chip.dataset.g;
      const hidden = form.querySelector("[name=juego]");
      if (hidden) hidden.remove();
      update(true);
      box.focus();
    });
    addEventListener("popstate", () => {
      const params = new URLSearchParams(location.search);
      box.value = params.get("q") || "";
      game = params.get("juego") || "";
      update(false);
    });
  }

  // Keyboard: / to search, arrows among results, Escape back to the box.
  doc.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(doc.activeElement.tagName);
    if (event.key === "/" && !typing && box) { event.preventDefault(); box.focus(); box.select(); return; }
    if (event.key === "Escape") { hide(); if (results && doc.activeElement !== box) box.focus(); return; }
    if (!results || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const links = [...results.querySelectorAll(".hl")];
    const at = links.indexOf(doc.activeElement);
    if (at < 0 && doc.activeElement !== box) return;
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) box.focus(); else if (links[next]) links[next].focus();
  });

  // Citations.
  doc.addEventListener("click", async (event) => {
    const button = event.target.closest(".cb");
    if (!button) return;
    const text = button.parentElement.querySelector(".ct").textContent;
    const label = button.dataset.label || (button.dataset.label = button.textContent);
    let done = true;
    try { await navigator.clipboard.writeText(text); } catch { done = copyByHand(text); }
    button.textContent = done ? "copiado" : "no se pudo copiar";
    button.classList.toggle("ok", done);
    setTimeout(() => { button.textContent = label; button.classList.remove("ok"); }, 1600);
  });
  const copyByHand = (text) => {
    const area = doc.createElement("textarea");
    area.value = text;
    doc.body.append(area);
    area.select();
    const done = doc.execCommand("copy");
    area.remove();
    return done;
  };

  // Term previews: beside the link with a pointer, as a sheet with a finger.
  const touch = matchMedia("(hover: none)").matches, known = new Map();
  let card = null, timer = 0, owner = null;
  const hide = () => { clearTimeout(timer); if (card) card.remove(); card = owner = null; };
  const ask = (path) => {
    if (!known.has(path)) known.set(path, fetch("/api/v1/previews" + path).then((r) => r.ok ? r.json() : null).catch(() => null));
    return known.get(path);
  };
  const show = async (link) => {
    const data = await ask(link.pathname);
    if (!data || owner !== link) return;
    if (card) card.remove();
    card = doc.createElement("div");
    card.className = "peek g-" + data.game + (touch ? " sheet" : "");
    card.setAttribute("role", touch ? "dialog" : "tooltip");
    const title = doc.createElement("b"), body = doc.createElement("p"), go = doc.createElement("a");
    title.textContent = data.title;
    body.textContent = data.excerpt || "Sin texto propio: abre la entrada.";
    go.className = "btn"; go.href = link.href; go.textContent = "Abrir la entrada";
    card.append(title, body, go);
    doc.body.append(card);
    if (touch) return;
    const spot = link.getBoundingClientRect(), size = card.getBoundingClientRect();
    const above = spot.bottom + size.height + 12 > innerHeight && spot.top > size.height + 12;
    card.style.left = Math.max(12, Math.min(spot.left, innerWidth - size.width - 12)) + scrollX + "px";
    card.style.top = (above ? spot.top - size.height - 8 : spot.bottom + 8) + scrollY + "px";
  };
  if (touch) {
    doc.addEventListener("click", (event) => {
      const link = event.target.closest(".bt a.t");
      if (link && owner !== link) { event.preventDefault(); owner = link; show(link); }
      else if (!event.target.closest(".peek")) hide();
    });
  } else {
    const enter = (event) => {
      const link = event.target.closest && event.target.closest("a.t");
      if (!link || link === owner) return;
      hide();
      owner = link;
      timer = setTimeout(() => show(link), event.type === "focusin" ? 0 : 220);
    };
    doc.addEventListener("mouseover", (event) => { enter(event); if (owner && !event.target.closest("a.t, .peek")) hide(); });
    doc.addEventListener("focusin", (event) => { if (event.target.matches("a.t:focus-visible")) enter(event); else if (owner && !event.target.closest(".peek")) hide(); });
  }
})();
