// Service worker: the network first; without it, what was taken along. SHELL is put before this text by the server.
"use strict";
const STORE = "reglario-1", TAKEN = "reglario-juegos";
const GAMES = { legion: "Legión", xwing: "X-Wing", rebellion: "Rebellion", "imperial-assault": "Imperial Assault", leyendas: "Leyendas" };

self.addEventListener("install", (event) => event.waitUntil(
  caches.open(STORE).then((cache) => cache.addAll(SHELL.map((url) => new Request(url, { cache: "reload" })))).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== STORE && name !== TAKEN) await caches.delete(name);
  const cache = await caches.open(STORE);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path.startsWith("/static/") && !SHELL.includes(path)) await cache.delete(request);
  }
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => { if (event.data === "olvida") taken = null; });
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(answer(event.request, url));
});

const answer = async (request, url) => {
  if (url.pathname.startsWith("/static/")) return (await caches.match(request)) || fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    return (await offline(url)) || Response.error();
  }
};

const offline = async (url) => {
  if (url.pathname === "/") return search(url);
  if (url.pathname.startsWith("/api/v1/previews/")) return preview(url.pathname.slice("/api/v1/previews/".length));
  const kept = await caches.match(url.pathname);
  if (kept) return kept;
  if (url.pathname.includes(".") || url.pathname.startsWith("/api/")) return null;
  const entry = (await entries()).find((row) => "/" + row.id === decodeURIComponent(url.pathname));
  return page(entry ? entry.title : "Sin conexión", entry ? entry.main
    : '<div class="prose"><h1>Sin conexión</h1><p>Esta página no está entre lo que llevas guardado.</p><p><a class="btn" href="/">Buscar en lo guardado</a></p></div>');
};

let taken = null;
const entries = async () => {
  if (taken) return taken;
  const cache = await caches.open(TAKEN), rows = [];
  for (const request of await cache.keys()) {
    const bundle = await (await cache.match(request)).json();
    for (const row of bundle.entries) rows.push({ ...row, game: bundle.game, key: fold(row.title), other: row.names.map(fold) });
  }
  return (taken = rows);
};

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

// Search over what was taken: every word must be there, in the title, in another name or in one passage.
const fold = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[^a-z0-9]+/g, " ").trim();
const stem = (word) => word.length > 4 ? word.replace(/(es|s)$/, "").replace(/[aeio]$/, "") : word;
const escape = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const STOP = new Set("a al con cuando de del el en es esta la las lo los me mi no para por que se si sin su sus un una y yo".split(" "));

const search = async (url) => {
  const q = (url.searchParams.get("q") || "").trim(), game = url.searchParams.get("juego") || "";
  const list = q ? results(q, rank(await entries(), q, game)) : "";
  if (url.searchParams.has("parcial")) return new Response(list, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const home = await caches.match("/");
  const text = (await home.text()).replace(/<!--resultados-->[^]*<!--\/resultados-->/, () => list).replace('id="q" value=""', () => 'id="q" value="' + escape(q) + '"');
  return new Response(text, { headers: home.headers });
};
const rank = (rows, q, game) => {
  const asked = fold(q), words = asked.split(" ").filter((w) => w && !STOP.has(w)).map(stem), found = [];
  if (!words.length) return found;
  for (const row of rows) {
    if (game && row.game !== game) continue;
    let score = row.key === asked ? 12 : row.other.includes(asked) ? 9 : 0, best = null, most = 0;
    for (const word of words) if ((" " + row.key).includes(" " + word)) score += 4 / words.length; else if (row.other.some((n) => (" " + n).includes(" " + word))) score += 2 / words.length;
    for (const passage of row.passages) {
      const text = " " + fold(passage[1]), hits = words.filter((w) => text.includes(" " + w)).length;
      if (hits > most) { most = hits; best = passage; }
    }
    score += 3 * most / words.length;
    if (score >= 2.4) found.push({ row, score, passage: best || row.passages[0] || ["", ""] });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 20);
};
const results = (q, found) => '<p class="said" role="status">Sin conexión: ' + (found.length ? found.length + (found.length === 1 ? " resultado" : " resultados") : "nada") + " en lo guardado.</p>"
  + '<ol class="hits">' + found.map(({ row, passage }) => '<li class="hit g-' + row.game + '"><a class="hl" href="/' + row.id + (passage[0] ? "#" + passage[0] : "") + '"><span class="ht">' + escape(row.title)
    + '</span></a><span class="hm"><i class="dot"></i>' + [GAMES[row.game], ...row.up].map(escape).join(" › ") + " · " + escape(row.kind) + '</span><p class="hp">' + escape(passage[1]) + "</p></li>").join("") + "</ol>";
