// Reglario: search as you type, keyboard, citations, term previews. Everything works without it.
"use strict";
(() => {
  const doc = document, root = doc.documentElement;
  root.classList.add("js");
  const box = doc.getElementById("q") || doc.querySelector(".find input[type=search]");
  const results = doc.getElementById("resultados");

  // Search as you type: the server renders the list, we only put it in place.
  const copy = doc.body.classList.contains("copia");
  if (results && box && !copy) {
    const shelf = doc.getElementById("estante"), form = doc.getElementById("buscador");
    const chips = [...doc.querySelectorAll(".chip[data-g]")];
    let game = new URLSearchParams(location.search).get("juego") || "";
    let waiting = 0, resting = 0, running = null, shown = box.value.trim() + "|" + game;

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
        // Words at rest that found nothing are said to the editor; half-typed ones are not.
        clearTimeout(resting);
        if (results.querySelector("[data-sin]")) resting = setTimeout(() => fetch(url + "&parcial=fin"), 2500);
        for (const chip of chips) {
          if (chip.dataset.g === game) chip.setAttribute("aria-current", "true"); else chip.removeAttribute("aria-current");
          chip.href = "/?q=" + encodeURIComponent(q) + (chip.dataset.g ? "&juego=" + chip.dataset.g : "");
        }
      } catch (error) {
        if (error.name !== "AbortError") shown = "";
      }
    };
    box.addEventListener("input", () => { clearTimeout(waiting); clearTimeout(resting); waiting = setTimeout(update, 110); });
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

  // Forms that answer while they are filled in: the server renders, we put it in place and keep the address.
  const live = (form, target, options) => {
    let waiting = 0, running = null;
    const send = async () => {
      if (running) running.abort();
      running = new AbortController();
      const data = new FormData(form), params = new URLSearchParams(data), url = form.action.split("?")[0];
      const address = url + "?" + params;
      try {
        const asked = options.post ? fetch(url, { method: "POST", body: data, signal: running.signal })
          : fetch(address + "&parcial=1", { signal: running.signal });
        const answer = await asked;
        if (!answer.ok) return;
        target.innerHTML = await answer.text();
        if (address.length < 7000) history.replaceState(null, "", address);
      } catch (error) { if (error.name !== "AbortError") throw error; }
    };
    form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(send, options.wait); });
    form.addEventListener("submit", (event) => {
      if (event.submitter && event.submitter.name) return;
      event.preventDefault();
      send();
    });
    return send;
  };
  const odds = doc.getElementById("tirada"), shop = doc.getElementById("taller");
  if (odds) live(odds, doc.getElementById("resultado"), { wait: 200 });
  if (shop) {
    const area = doc.getElementById("texto"), out = doc.getElementById("comprobado");
    const send = live(shop, out, { post: true, wait: 250 });
    out.addEventListener("click", (event) => {
      const fix = event.target.closest(".fix");
      if (!fix || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      area.value = fix.dataset.t;
      send();
      area.focus();
    });
    // Words and nodes: pointing at a part of the effect lights its words; at a finding, its underline.
    const light = (event) => {
      for (const old of out.querySelectorAll(".lit")) old.classList.remove("lit");
      const canon = doc.getElementById("canonico");
      if (canon) canon.textContent = canon.textContent;
      const node = event.target.closest(".nd[data-a]"), under = event.target.closest("u[data-d]"), found = event.target.closest(".diags li");
      if (node && canon) {
        const [a, b] = [+node.dataset.a, +node.dataset.b], text = canon.textContent, mark = doc.createElement("mark");
        mark.textContent = text.slice(a, b);
        canon.replaceChildren(text.slice(0, a), mark, text.slice(b));
        node.classList.add("lit");
      }
      if (under) { const item = doc.getElementById("d" + under.dataset.d); if (item) item.classList.add("lit"); }
      if (found) { const mark = out.querySelector('u[data-d="' + found.id.slice(1) + '"]'); if (mark) mark.classList.add("lit"); }
      if (event.target === canon && doc.caretPositionFromPoint) {
        const spot = doc.caretPositionFromPoint(event.clientX, event.clientY);
        if (!spot || !canon.contains(spot.offsetNode)) return;
        const inside = [...out.querySelectorAll(".nd[data-a]")].filter((n) => +n.dataset.a <= spot.offset && spot.offset < +n.dataset.b);
        if (inside.length) inside.reduce((x, y) => (y.dataset.b - y.dataset.a < x.dataset.b - x.dataset.a ? y : x)).classList.add("lit");
      }
    };
    out.addEventListener("mousemove", light);
    out.addEventListener("focusin", light);
  }

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

  // Without network: the worker is there from the first visit; the games are taken along on request.
  if ("serviceWorker" in navigator && !copy) navigator.serviceWorker.register("/sw.js").catch(() => {});
  const take = doc.getElementById("llevar");
  if (take && "caches" in self) {
    const said = doc.getElementById("llevado"), boxes = [...take.querySelectorAll("[type=checkbox]")];
    const tell = (input, text) => { input.parentElement.querySelector(".took").textContent = text; };
    caches.open("reglario-juegos").then(async (cache) => {
      for (const input of boxes) if (await cache.match(input.dataset.url)) { input.checked = true; tell(input, "guardado"); }
    });
    take.addEventListener("submit", async (event) => {
      event.preventDefault();
      const cache = await caches.open("reglario-juegos");
      said.textContent = "Guardando…";
      try {
        for (const input of boxes) {
          if (input.checked) { await cache.add(input.dataset.url); tell(input, "guardado"); }
          else if (await cache.delete(input.dataset.url)) tell(input, "");
        }
        const worker = await navigator.serviceWorker.ready;
        worker.active.postMessage("olvida");
        said.textContent = "Listo: ya puedes quedarte sin cobertura.";
      } catch { said.textContent = "No se ha podido guardar todo. Prueba otra vez con conexión."; }
    });
  }
})();
