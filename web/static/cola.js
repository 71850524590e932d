// Reglario: what a judge writes without network is kept on the phone and sent later. Each thing waits under a key of its own with
// its time and its author; it goes away only when the server has said that it has it, and sent twice it is one thing there.
"use strict";
(() => {
  const doc = document, KEY = "cola:", SHELF = "reglario-mesa";
  const store = (() => { try { localStorage.setItem("cola-prueba", ""); return localStorage; } catch { return null; } })();
  if (!store) return;
  const NAMES = { dictamen: "Dictamen", corrige: "Corrección", retirar: "Retirar un dictamen", restituir: "Restituir un dictamen", apelar: "Apelación", confirmar: "Confirmar un dictamen", revisar: "Revisar un dictamen", llamada: "Llamada", atiende: "Atender una llamada", cierra: "Cerrar una llamada", sancion: "Sanción", fija: "Fijar una regla", suelta: "Quitar una regla" };
  const token = () => [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  const waiting = () => Object.keys(store).filter((key) => key.startsWith(KEY)).map((key) => JSON.parse(store.getItem(key))).sort((a, b) => (a.hora < b.hora ? -1 : 1));
  const keep = (item) => store.setItem(KEY + item.id, JSON.stringify(item));
  const drop = (id) => store.removeItem(KEY + id);
  const LATER = [0, 408, 425, 429, 500, 502, 503, 504];

  // [what became of it, where it led or why not]
  const send = async (item, ficha) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...item.fields, ficha })) body.append(name, value);
    let answer;
    try { answer = await fetch(item.url, { method: "POST", body, credentials: "same-origin" }); } catch { return ["luego", ""]; }
    if (answer.redirected && answer.ok) return ["hecho", answer.url];
    if (LATER.includes(answer.status)) return ["luego", ""];
    if (answer.status === 401) return ["entrar", ""];
    const page = new DOMParser().parseFromString(await answer.text(), "text/html"), why = page.querySelector(".warn[role=alert], .prose p");
    return ["conflicto", why ? why.textContent : "No se ha aceptado."];
  };

  doc.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-cola]");
    if (!form) { if (event.target.action && event.target.action.endsWith("/salir")) caches.delete(SHELF); return; }
    event.preventDefault();
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === "string"));
    fields.hora = new Date().toISOString();
    const ficha = fields.ficha, item = { id: fields.envio, url: form.action, que: form.dataset.cola, hora: fields.hora, fields, estado: "espera" };
    delete fields.ficha;
    keep(item);
    const [became, where] = await send(item, ficha);
    delete form.dataset.busy;
    if (became === "hecho") { drop(item.id); for (const old of waiting()) if (old.estado === "conflicto" && old.fields.visto && old.url === item.url) drop(old.id); if (where === location.href) location.reload(); else location.assign(where); return; }
    if (became !== "luego") { drop(item.id); form.submit(); return; } // the server gives the form back as it was, and says why
    form.reset();
    form.elements.envio.value = token();
    show();
    doc.getElementById("cola").scrollIntoView({ block: "center" });
  });

  let busy = false;
  const flush = async () => {
    if (busy || !waiting().length) return;
    busy = true;
    try {
      const who = await (await fetch("/mesa/ficha", { credentials: "same-origin" })).json();
      for (const item of waiting()) {
        if (!who.juez) { note(item, "entrar"); continue; }
        if (item.fields.autor && Number(item.fields.autor) !== who.juez) { note(item, "ajeno"); continue; }
        if (item.estado === "conflicto") continue;
        const [became, why] = await send(item, who.ficha);
        if (became === "hecho") { drop(item.id); sent += 1; told(sent); } else if (became === "luego") break; else note(item, became, why);
      }
    } catch { /* still no network */ } finally { busy = false; show(); }
  };
  // What was sent while the judge was going to another page is told there.
  const told = (count) => { try { sessionStorage.setItem("cola-enviado", count); } catch { /* told on this page only */ } };
  const untold = () => { try { return Number(sessionStorage.getItem("cola-enviado")) || 0; } catch { return 0; } };
  let sent = untold();
  told(0);
  const note = (item, estado, why) => keep({ ...item, estado, why: why || item.why });
  const SAID = { espera: "Se enviará en cuanto haya conexión.", entrar: "Entra otra vez y se enviará.", ajeno: "Lo escribió otra cuenta: entra con ella para enviarlo.", conflicto: "" };

  const clock = (hour) => new Date(hour).toLocaleTimeString("es", { timeStyle: "short" });
  // What somebody else changed meanwhile is not sent again as it is: the page that compares both is asked for, with all that was typed.
  const compare = async (item) => {
    const who = await (await fetch("/mesa/ficha", { credentials: "same-origin" })).json();
    const form = make("form", "", { method: "post", action: item.url, enctype: "multipart/form-data", hidden: true });
    for (const [name, value] of Object.entries({ ...item.fields, ficha: who.ficha })) form.append(make("textarea", "", { name, value }));
    doc.body.append(form);
    form.submit();
  };

  const make = (tag, text, more) => Object.assign(doc.createElement(tag), { textContent: text }, more);
  const show = () => {
    const rows = waiting();
    let box = doc.getElementById("cola");
    if (!box) { if (!rows.length && !sent) return; box = make("section", "", { id: "cola" }); box.setAttribute("aria-live", "polite"); doc.getElementById("contenido").prepend(box); }
    box.replaceChildren();
    box.className = "warn noprint";
    box.hidden = !rows.length && !sent;
    if (sent) box.append(make("p", sent === 1 ? "Enviado lo que esperaba." : "Enviadas las " + sent + " cosas que esperaban."));
    if (!rows.length) return;
    box.append(make("h2", "Por enviar (" + rows.length + ")"));
    const list = make("ul", "", { className: "links" });
    for (const item of rows) {
      const row = make("li", ""), text = item.fields.pregunta || item.fields.texto || item.fields.regla || item.fields.motivo || "";
      row.append(make("b", NAMES[item.que] || item.que), " " + clock(item.hora) + ". " + text, make("br", ""), make("small", item.estado === "conflicto" ? item.why : SAID[item.estado] || ""));
      if (item.estado === "conflicto") {
        const more = make("details", ""), bar = make("div", "", { className: "bar" });
        more.append(make("summary", "Lo que escribiste"), make("p", Object.entries(item.fields).filter(([name]) => ["pregunta", "respuesta", "citas", "motivo", "texto", "mesa", "regla"].includes(name)).map(([, value]) => value).join("\n"), { className: "under" }));
        bar.append(item.fields.visto ? make("button", "Ver lo que dice ahora", { className: "btn", type: "button", onclick: () => compare(item).catch(show) }) : make("button", "Enviarlo otra vez", { className: "btn", type: "button", onclick: () => { keep({ ...item, estado: "espera" }); flush(); } }), make("button", "Descartarlo", { className: "btn", type: "button", onclick: () => { drop(item.id); show(); } }));
        row.append(more, bar);
      }
      list.append(row);
    }
    box.append(list);
    if (rows.some((item) => item.estado === "entrar")) box.append(make("a", "Entrar", { className: "btn", href: "/entrar?luego=/mesa" }));
  };

  // Pages of the desk are taken along for when there is no network; a form taken along begins each time with a token of its own.
  const take = async () => {
    if (!("caches" in self) || !doc.querySelector("[data-juez]")) return;
    const shelf = await caches.open(SHELF), paths = new Set(["/mesa", "/dictamenes/nuevo"]);
    const here = doc.querySelector("[data-torneo]");
    if (here) paths.add("/torneo/" + here.dataset.torneo);
    for (const path of paths) {
      try {
        const answer = await fetch(path, { credentials: "same-origin" });
        if (!answer.ok || answer.redirected) continue;
        const text = (await answer.text()).replace(/name="envio" value="[^"]*"/g, 'name="envio" value=""');
        await shelf.put(path, new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
      } catch { return; }
    }
  };
  for (const field of doc.querySelectorAll('form[data-cola] [name="envio"]')) if (!field.value) field.value = token();
  const asked = new URLSearchParams(location.search), cite = asked.get("cita"), cited = doc.querySelector("form[data-cola] #citas");
  if (cited && !cited.value && cite) { cited.value = cite; const game = doc.getElementById("juego"); if (game && !game.value) game.value = cite.split("/")[0]; }
  show();
  flush();
  take();
  addEventListener("online", flush);
  doc.addEventListener("visibilitychange", () => { if (!doc.hidden) flush(); });
  setInterval(flush, 20000);
})();
