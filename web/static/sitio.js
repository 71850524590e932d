// Reglario: search as you type, keyboard, term previews. Everything works without it.
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
      const params = new URLSearchParams(), here = new URLSearchParams(location.search);
      if (q) params.set("q", q);
      if (game) params.set("juego", game);
      for (const name of q ? ["clase", "fuente"] : []) if (here.get(name)) params.set(name, here.get(name));
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
        if (results.querySelector("[data-sin]")) resting = setTimeout(async () => {
          const last = await fetch(url + "&parcial=fin").catch(() => null);
          if (last && last.ok && shown === state) results.innerHTML = await last.text();
        }, 1500);
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

  // Completion on every search box: what begins like this, with the arrows or a finger; Enter alone goes on to the results.
  for (const input of copy ? [] : doc.querySelectorAll(".find input[type=search]")) {
    const list = doc.createElement("ul"), form = input.form;
    let asked = 0, due = 0;
    list.className = "sug"; list.hidden = true; list.setAttribute("aria-label", "Sugerencias");
    form.append(list);
    const close = () => { list.hidden = true; };
    const suggest = async () => {
      const q = input.value.trim(), mine = ++asked, game = form.querySelector("[name=juego]");
      if (q.length < 2) return close();
      const found = await fetch("/api/v1/complete?" + new URLSearchParams({ q, ...(game && { game: game.value }) })).then((r) => (r.ok ? r.json() : { items: [] })).catch(() => ({ items: [] }));
      if (mine !== asked || doc.activeElement !== input) return;
      list.replaceChildren(...found.items.map((row) => {
        const item = doc.createElement("li"), link = doc.createElement("a"), dot = doc.createElement("i");
        dot.className = "dot"; item.className = "g-" + row.game;
        link.href = "/" + row.id + (row.anchor ? "#" + row.anchor : ""); link.append(dot, row.anchor || row.text === row.title ? row.text : row.title + " (" + row.text + ")");
        item.append(link);
        return item;
      }));
      list.hidden = !found.items.length;
    };
    input.addEventListener("input", () => { clearTimeout(due); due = setTimeout(suggest, 70); });
    form.addEventListener("submit", close);
    form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) setTimeout(close, 150); });
    // In the big box the arrows go to the results below; its suggestions are reached with Tab.
    if (!form.classList.contains("big")) form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { close(); input.focus(); return; }
      if (list.hidden || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      const links = [...list.querySelectorAll("a")], next = links.indexOf(doc.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault(); event.stopPropagation();
      (next < 0 ? input : links[Math.min(next, links.length - 1)]).focus();
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
      } catch { /* a newer one came, or the network went: what is shown stays */ }
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
      keep();
      area.value = fix.dataset.t;
      send();
      area.focus();
    });
    // What was there before each change that we make, to take it back; icons and next words go in where the caret is.
    const undo = doc.getElementById("deshacer"), next = doc.getElementById("seguir"), past = [];
    const keep = () => { past.push(area.value); if (undo) undo.hidden = false; };
    const put = (words, from) => {
      keep();
      const a = from === undefined ? area.selectionStart : from, b = area.selectionEnd, before = area.value.slice(0, a);
      const gap = before && !/[\s(]$/.test(before) && !/^[.,;:)]/.test(words) ? " " : "";
      area.value = (/^[.,;:)]/.test(words) ? before.replace(/ +$/, "") : before) + gap + words + " " + area.value.slice(b).replace(/^ /, "");
      area.selectionStart = area.selectionEnd = (before + gap + words).length + 1;
      area.focus();
      send();
      suggest();
    };
    if (undo) undo.addEventListener("click", () => { area.value = past.pop(); undo.hidden = !past.length; area.focus(); send(); });
    shop.addEventListener("click", (event) => { const icon = event.target.closest("[data-i]"); if (icon) put(icon.dataset.i); });
    // The icons of the game that is chosen, with their drawings, as the page of that game has them.
    const game = doc.getElementById("juego"), icons = doc.getElementById("iconos");
    game.addEventListener("change", async () => {
      try {
        const answer = await fetch("/taller?juego=" + game.value);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        icons.replaceChildren(...page.getElementById("iconos").childNodes, page.getElementById("dibujos"));
      } catch { /* the network went: the icons can be written */ }
    });
    // Words that can follow: the likely ones at once; asked again, those with which a whole text has been tried are marked.
    let asking = 0, asked = null, promised = "";
    const hint = doc.createElement("small");
    hint.className = "soft"; hint.textContent = "En negrita, las que llevan a un texto que se entiende.";
    const follow = async (here, tried) => {
      if (asked) asked.abort();
      asked = new AbortController();
      const data = new FormData(shop);
      data.set("texto", area.value.slice(0, here));
      if (promised) data.set("sigue", promised);
      if (tried) data.set("comprueba", "1");
      const answer = await fetch("/taller/seguir", { method: "POST", body: data, signal: asked.signal });
      return answer.ok ? answer.json() : null;
    };
    const mark = (button, rest) => {
      button.classList.toggle("sure", rest !== null);
      button.dataset.rest = rest || "";
      if (rest !== null) button.title = "Por ejemplo: " + button.textContent + rest;
    };
    const suggest = () => {
      clearTimeout(asking);
      asking = setTimeout(async () => {
        const here = area.selectionStart;
        if (!next || here !== area.selectionEnd || area.value.slice(here).trim()) { if (next) next.hidden = true; return; }
        try {
          const words = await follow(here, false);
          if (!words) return;
          const stem = (area.value.slice(0, here).match(/(\[[^\[\]\n]*|[^\W\d_áéíóúñü]*[\wáéíóúñüÁÉÍÓÚÑ]+)$/) || [""])[0];
          next.replaceChildren(...words.map(({ palabra, sigue }) => {
            const button = doc.createElement("button");
            button.type = "button"; button.className = "btn"; button.textContent = palabra;
            mark(button, sigue);
            const begins = stem && palabra.toLowerCase().startsWith(stem.toLowerCase());
            button.addEventListener("click", () => { promised = button.dataset.rest || ""; put(palabra, begins ? here - stem.length : undefined); });
            return button;
          }), hint);
          next.hidden = !words.length;
          for (const { palabra, sigue } of (await follow(here, true)) || [])
            for (const button of next.children) if (button.textContent === palabra) mark(button, sigue);
        } catch { /* a newer one came, or the network went: what is shown stays */ }
      }, 220);
    };
    area.addEventListener("input", () => { promised = ""; suggest(); });
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
  const TERM = "a.t, .bt a:not([class]), .side li a", touch = matchMedia("(hover: none)").matches, known = new Map();
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
      const link = event.target.closest(".bt a:is(.t, :not([class]))");
      if (link && owner !== link) { event.preventDefault(); owner = link; show(link); }
      else if (!event.target.closest(".peek")) hide();
    });
  } else {
    const enter = (event) => {
      const link = event.target.closest && event.target.closest(TERM);
      if (!link || link === owner) return;
      hide();
      owner = link;
      timer = setTimeout(() => show(link), event.type === "focusin" ? 0 : 220);
    };
    doc.addEventListener("mouseover", (event) => { enter(event); if (owner && !event.target.closest(TERM + ", .peek")) hide(); });
    doc.addEventListener("focusin", (event) => { if (event.target.matches(":is(" + TERM + "):focus-visible")) enter(event); else if (owner && !event.target.closest(".peek")) hide(); });
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
          if (input.checked) {
            await cache.add(input.dataset.url);
            await (await caches.open("reglario-paginas")).addAll((await (await cache.match(input.dataset.url)).json()).pages);
            tell(input, "guardado");
          }
          else if (await cache.delete(input.dataset.url)) tell(input, "");
        }
        await cache.add("/sin-conexion/indice.json");
        const worker = await navigator.serviceWorker.ready;
        worker.active.postMessage("olvida");
        said.textContent = "Listo: ya puedes quedarte sin cobertura.";
      } catch { said.textContent = "No se ha podido guardar todo. Prueba otra vez con conexión."; }
    });
  }
})();
