// Service worker: the network first, for a moment; then what was taken along. SHELL and the scripts of the search come before this text.
"use strict";
const STORE = "reglario-1", TAKEN = "reglario-juegos", PAGES = "reglario-paginas", INDEX = "/sin-conexion/indice.json", DESK = "reglario-mesa";

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(STORE).then((cache) => cache.addAll(SHELL.map((url) => new Request(url, { cache: "reload" })))).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== STORE && name !== TAKEN && name !== PAGES && name !== DESK) await caches.delete(name);
  const cache = await caches.open(STORE);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/static/") && !SHELL.includes(path)) await cache.delete(request);
  }
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => { if (event.data === "olvida") { taken = opened = null; wake(); } });
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(answer(event.request, url));
});

// What was saved answers where the network does not within PATIENCE: a frozen server keeps nobody waiting. It is got ready in the
// second half of that time, and a server that was late once is hardly waited for until it answers again.
const PATIENCE = 250, IMPATIENCE = 40, GIVEN_UP = 8000;
let patience = PATIENCE;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const answer = async (request, url) => {
  if (url.pathname.startsWith("/static/")) return (await caches.match(request)) || fetch(request);
  const network = fetch(request), wait = patience;
  let came = false;
  network.then(() => { came = true; patience = PATIENCE; }, () => {});
  const ready = INDEX_SAVED ? pause(wait / 2).then(() => (came ? null : offline(url, false))).catch(() => null) : null;
  const late = () => pause(wait).then(() => { if (!came) patience = IMPATIENCE; throw new Error("tarde"); });
  try {
    return await (INDEX_SAVED ? Promise.race([network, late()]) : network);
  } catch (error) {
    const kept = (await ready) || (await offline(url, false));
    if (kept) return kept;
    // Who waits for a page that was not taken along is told so in the end.
    const given = INDEX_SAVED && request.mode === "navigate" ? [pause(GIVEN_UP).then(() => { throw new Error("tarde"); })] : [];
    try { return await Promise.race([network, ...given]); } catch { return (await offline(url, true)) || Response.error(); }
  }
};

// With `last`, a page that says that there is none.
const offline = async (url, last) => {
  if (url.pathname === "/") return search(url);
  if (url.pathname.startsWith("/api/v1/previews/")) return preview(url.pathname.slice("/api/v1/previews/".length));
  const kept = await caches.match(url.pathname);
  if (kept) return kept;
  if (url.pathname.includes(".") || url.pathname.startsWith("/api/")) return null;
  const entry = (await entries()).find((row) => "/" + row.id === decodeURIComponent(url.pathname));
  if (entry) return page(entry.title, entry.main);
  return last ? page("Sin conexión", '<div class="prose"><h1>Sin conexión</h1><p>Esta página no está entre lo que llevas guardado. Las tiradas y el taller necesitan el servidor.</p><p><a class="btn" href="/">Buscar en lo guardado</a></p></div>') : null;
};

let taken = null, opened = null, INDEX_SAVED = false;
const entries = async () => {
  if (taken) return taken;
  const cache = await caches.open(TAKEN), rows = [];
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname === INDEX) continue;
    const bundle = await (await cache.match(request)).json();
    for (const row of bundle.entries) rows.push({ ...row, game: bundle.game });
  }
  return (taken = rows);
};
const engine = () => opened || (opened = caches.match(INDEX).then(async (kept) => {
  if (!kept) return null;
  const data = await kept.json();
  return { labels: data.labels, search: self.Buscador.open(data).search };
}));
// A worker that wakes up opens the index before anybody asks.
const wake = () => caches.match(INDEX).then((kept) => { INDEX_SAVED = !!kept; if (kept) engine(); });
wake();

const page = async (title, main) => {
  const frame = await caches.match("/sin-conexion/marco");
  const text = (await frame.text()).replace("<!--titulo-->", () => escape(title)).replace("<!--contenido-->", () => main);
  return new Response(text, { headers: frame.headers });
};
const preview = async (id) => {
  const row = (await entries()).find((other) => other.id === decodeURIComponent(id));
  if (!row) return null;
  const text = row.passages.map((p) => p[1]).join(" ");
  return Response.json({ id: row.id, title: row.title, game: row.game, excerpt: text.length > 260 ? text.slice(0, 260) + "…" : text });
};

const { escape } = self.Pintar;
const search = async (url) => {
  const q = (url.searchParams.get("q") || "").trim(), game = url.searchParams.get("juego") || "";
  const found = q ? await engine() : null, games = new Set((await entries()).map((row) => row.game));
  let list = "";
  if (found) {
    const only = game || (games.size === 1 ? [...games][0] : null), answer = found.search(q, only, 30, { kind: url.searchParams.get("clase"), source: url.searchParams.get("fuente") });
    answer.hits = answer.hits.filter((hit) => games.has(hit.game)).slice(0, 15);
    list = self.Pintar.list(answer, found.labels, "En lo guardado: ");
  } else if (q) list = '<p class="said" role="status">Sin conexión: no llevas ningún juego guardado.</p>';
  if (url.searchParams.has("parcial")) return new Response(list, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const home = await caches.match("/");
  if (!home) return null;
  const text = (await home.text()).replace(/<!--resultados-->[^]*<!--\/resultados-->/, () => list).replace('id="q" value=""', () => 'id="q" value="' + escape(q) + '"');
  return new Response(text, { headers: home.headers });
};
