// Reglario en tu página: marca los términos de un juego y enseña su definición; <regla-cita id="juego/entrada#ancla"> cita un pasaje.
// <script src="https://SITIO/v1/terminos.js" data-juego="JUEGO" data-en="main" defer></script>
// No cookies, no storage, no other host; styles go in as constructed sheets, so a strict CSP needs only script-src and connect-src.
"use strict";
(() => {
  const doc = document, me = doc.currentScript;
  if (!me) return;
  const site = new URL(me.src).origin, told = me.dataset, touch = matchMedia("(hover: none)");
  const ask = (path) => fetch(site + path, { credentials: "omit", referrerPolicy: "origin" }).then((r) => (r.ok ? r.json() : Promise.reject(r.status)));
  const sheet = (text) => { const made = new CSSStyleSheet(); made.replaceSync(text); return made; };
  const BOX = "font: 15px/1.45 system-ui, sans-serif; color: #1c1d20; background: #fffdf9; border: 1px solid #d8d3c6; border-radius: 8px;";
  const DARK = "color: #e5e3dd; background: #1b1e23; border-color: #40454d;";

  // The same letters for the search of names: lower case without accents, one for one.
  const flat = (text) => Array.from(text, (c) => { const l = c.toLowerCase().normalize("NFD")[0]; return l.length === c.length ? l : c; }).join("");
  const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const SKIP = "a, button, script, style, textarea, input, select, code, pre, svg, regla-cita, [contenteditable], [data-sin-terminos]";

  // Names in a text, each once in the whole page unless data-todas says otherwise. With a number some mean a rule of their own.
  const NUMBER = /^\s+(?:\d+|x)(?![\p{L}\p{N}])/u;
  const mark = (root, names, numbered) => {
    const [by, counted] = [names, numbered].map((rows) => new Map(rows.map(([name, id]) => [flat(name), id])));
    const pattern = new RegExp("(?<![\\p{L}\\p{N}])(" + [...by.keys()].sort((a, b) => b.length - a.length).map(quoted).join("|") + ")(?:e?s)?(?![\\p{L}\\p{N}])", "gu");
    const walker = doc.createTreeWalker(root, NodeFilter.SHOW_TEXT), texts = [], seen = new Set();
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(SKIP)) texts.push(walker.currentNode);
    for (const node of texts) {
      const text = node.data, low = flat(text), parts = [];
      let at = 0;
      for (const found of low.matchAll(pattern)) {
        const after = counted.has(found[1]) && NUMBER.exec(low.slice(found.index + found[0].length, found.index + found[0].length + 8));
        const id = (after ? counted : by).get(found[1]);
        if (!("todas" in told) && seen.has(id)) continue;
        seen.add(id);
        const link = doc.createElement("a"), end = found.index + found[0].length + (after ? after[0].length : 0);
        link.className = "reglario-t"; link.href = site + "/" + id; link.dataset.regla = id; link.target = "_blank"; link.rel = "noopener";
        link.textContent = text.slice(found.index, end);
        parts.push(text.slice(at, found.index), link);
        at = end;
      }
      if (parts.length) node.replaceWith(...parts, text.slice(at));
    }
  };

  // One balloon for the page: its words in the page's own tree, so that aria-describedby reads them; its looks inside.
  const known = new Map();
  const preview = (id) => { if (!known.has(id)) known.set(id, ask("/api/v1/previews/" + id).catch(() => null)); return known.get(id); };
  let balloon = null, owner = null, timer = 0;
  const hide = () => { clearTimeout(timer); if (owner) owner.removeAttribute("aria-describedby"); if (balloon) balloon.remove(); balloon = owner = null; };
  const show = async (link) => {
    const data = await preview(link.dataset.regla);
    if (!data || owner !== link) return;
    if (balloon) balloon.remove();
    balloon = doc.createElement("div");
    balloon.id = "reglario-globo"; balloon.setAttribute("role", "tooltip");
    const root = balloon.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet(":host { position: absolute; z-index: 2147483000; max-width: min(22rem, calc(100vw - 24px)); box-sizing: border-box; padding: .6rem .8rem; box-shadow: 0 6px 24px rgb(0 0 0 / .18); text-align: left; " + BOX + " } ::slotted(*) { display: block; margin: 0 0 .3rem; } ::slotted(a) { color: inherit; margin: 0; font-size: 13px; } @media (prefers-color-scheme: dark) { :host { " + DARK + " } }")];
    root.append(doc.createElement("slot"));
    const title = doc.createElement("b"), body = doc.createElement("span"), go = doc.createElement("a");
    title.textContent = data.title; body.textContent = data.excerpt || "Sin texto propio.";
    go.href = link.href; go.target = "_blank"; go.rel = "noopener"; go.textContent = "Abrir en Reglario";
    balloon.append(title, body, go);
    doc.body.append(balloon);
    link.setAttribute("aria-describedby", balloon.id);
    const spot = link.getBoundingClientRect(), size = balloon.getBoundingClientRect();
    const above = spot.bottom + size.height + 10 > innerHeight && spot.top > size.height + 10;
    balloon.style.left = Math.max(12, Math.min(spot.left, doc.documentElement.clientWidth - size.width - 12)) + scrollX + "px";
    balloon.style.top = (above ? spot.top - size.height - 6 : spot.bottom + 6) + scrollY + "px";
  };
  const over = (node) => node.closest && node.closest(".reglario-t");
  const enter = (link, wait) => { if (link === owner) return; hide(); owner = link; timer = setTimeout(() => show(link), wait); };
  doc.addEventListener("mouseover", (event) => {
    if (touch.matches) return;
    const link = over(event.target);
    if (link) enter(link, 150); else if (owner && !(balloon && balloon.contains(event.target))) hide();
  });
  doc.addEventListener("focusin", (event) => { const link = over(event.target); if (link) enter(link, 0); else if (!(balloon && balloon.contains(event.target))) hide(); });
  doc.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  doc.addEventListener("click", (event) => {
    const link = over(event.target);
    if (link && touch.matches && !(balloon && owner === link)) { event.preventDefault(); owner = link; show(link); }
    else if (!link && balloon && !balloon.contains(event.target)) hide();
  });

  // <regla-cita id="juego/entrada#ancla">: what is inside it is shown until the passage comes, and where it does not.
  const CITE = sheet(":host { display: block; margin: 1em 0; padding: .7rem 1rem; border-left-width: 4px !important; " + BOX + " } p { margin: 0 0 .4rem; white-space: pre-line; } a { color: inherit; font-size: 13px; } @media (prefers-color-scheme: dark) { :host { " + DARK + " } }");
  if (!customElements.get("regla-cita")) customElements.define("regla-cita", class extends HTMLElement {
    static observedAttributes = ["id"];
    constructor() { super(); const root = this.attachShadow({ mode: "open" }); root.adoptedStyleSheets = [CITE]; root.append(doc.createElement("slot")); }
    attributeChangedCallback() { if (this.isConnected) this.connectedCallback(); }
    async connectedCallback() {
      const [id, anchor] = this.id.split("#"), asked = this.id;
      if (!id) return;
      try {
        const data = await ask("/v1/cita/" + id + ".json" + (anchor ? "?punto=" + encodeURIComponent(anchor) : ""));
        if (asked !== this.id) return;
        const quote = doc.createElement("blockquote"), words = doc.createElement("p"), link = doc.createElement("a");
        quote.style.margin = 0; words.textContent = "«" + data.words + "»";
        link.href = data.url; link.target = "_blank"; link.rel = "noopener"; link.textContent = data.cite;
        quote.append(words, link);
        this.shadowRoot.replaceChildren(quote);
        this.dispatchEvent(new CustomEvent("citada", { bubbles: true, detail: data }));
      } catch { this.dispatchEvent(new CustomEvent("sin-cita", { bubbles: true })); }
    }
  });

  const begin = async () => {
    if (!told.juego) return;
    const roots = doc.querySelectorAll(told.en || "[data-reglario]");
    if (!roots.length) return;
    doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, sheet(".reglario-t { color: inherit; text-decoration: underline dotted; text-underline-offset: .18em; }")];
    try { const { names, numbered } = await ask("/v1/terminos/" + told.juego + ".json"); for (const root of roots) mark(root, names, numbered); }
    catch { console.warn("Reglario: no hay términos de «" + told.juego + "»"); }
  };
  if (doc.readyState === "loading") doc.addEventListener("DOMContentLoaded", begin); else begin();
})();
