// Reglario: what can be done with a passage (cite, share, show, rule), the bar below, the game that was chosen. All of it is links
// and forms without this file; the queue of a judge without network is in cola.js.
"use strict";
(() => {
  const doc = document, touch = matchMedia("(hover: none)").matches;
  const keep = { get: (k) => { try { return localStorage.getItem(k); } catch { return null; } }, set: (k, v) => { try { localStorage.setItem(k, v); } catch { /* private mode */ } } };

  // The passage as words: icons by their name, without what is ours around it.
  const words = (block) => {
    const copy = block.cloneNode(true);
    for (const extra of copy.querySelectorAll(".cita, .prov, .n, .lab, .mode, .nl, ul.vinetas, ol.pasos")) extra.remove();
    for (const icon of copy.querySelectorAll("svg:has(title)")) icon.replaceWith("[" + icon.querySelector("title").textContent + "]");
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const told = (button) => {
    const cite = button.closest(".cita"), block = button.closest(".b"), ref = cite.querySelector(".ct").textContent.trim();
    const at = location.origin + location.pathname, hash = block ? "#" + block.id : "", { edicion } = cite.closest("[data-edicion]")?.dataset || {};
    // What is given out says of which edition it was; the sheet keeps the passage.
    return { url: at + hash, link: at + (edicion ? "?edicion=" + encodeURIComponent(edicion) : "") + hash, ref, text: block ? "«" + words(block) + "» (" + ref + ")" : ref };
  };
  const copyByHand = (text) => {
    const area = doc.createElement("textarea");
    area.value = text;
    doc.body.append(area);
    area.select();
    const done = doc.execCommand("copy");
    area.remove();
    return done;
  };
  const copy = async (text) => { try { await navigator.clipboard.writeText(text); return true; } catch { return copyByHand(text); } };
  const say = (button, text, good) => {
    const label = button.dataset.label || (button.dataset.label = button.textContent);
    button.textContent = text;
    button.classList.toggle("ok", good);
    setTimeout(() => { button.textContent = label; button.classList.remove("ok"); }, 1800);
  };
  const acts = {
    citar: async (button, { text, link }) => { const done = await copy(text + "\n" + link); say(button, done ? "copiado" : "no se pudo copiar", done); },
    compartir: async (button, { text, link, ref }) => {
      if (!navigator.share) { const done = await copy(link); say(button, done ? "enlace copiado" : "no se pudo copiar", done); return; }
      try { await navigator.share({ title: ref, text, url: link }); } catch (error) { if (error.name !== "AbortError") acts.citar(button, { text, link }); }
    },
    hoja: async (button, { url }) => {
      const line = url.slice(location.origin.length + 1), lines = new Set((keep.get("hoja") || "").split("\n").filter(Boolean));
      lines.add(line);
      keep.set("hoja", [...lines].join("\n"));
      say(button, "en la hoja (" + lines.size + ")", true);
    },
  };
  // The same tools for every passage: sent once, here, and made beside each. Where nobody has scripts, its link leads to them.
  const make = (tag, text, more) => Object.assign(doc.createElement(tag), { textContent: text }, more);
  const tool = (text, act) => { const button = make("button", text, { type: "button", className: act ? "cb ca" : "cb" }); if (act) button.dataset.do = act; return button; };
  for (const section of doc.querySelectorAll(".text[data-cita]")) for (const block of section.querySelectorAll(".b")) {
    const number = block.querySelector(".n, .lab"), body = block.matches("tr") ? block.lastElementChild : block.querySelector(".bt");
    const tools = make("span", "", { className: "cita" }), link = body.querySelector(':scope > a[href^="/mostrar/"]');
    tools.append(make("span", section.dataset.cita.replace("|", number.getAttribute("aria-label") || (number.matches(".lab") ? "paso " : "punto ") + number.textContent), { className: "ct" }), tool("citar"));
    if (link) {
      const rule = make("a", "dictaminar", { className: "ca", href: "/dictamenes/nuevo?cita=" + location.pathname.slice(1) + "%23" + block.id });
      Object.assign(link, { textContent: "mostrar", className: "ca" });
      tools.append(tool("compartir", "compartir"), rule, link, tool("a la hoja", "hoja"));
    }
    body.append(" ", tools);
  }
  doc.addEventListener("click", (event) => {
    const button = event.target.closest(".cb");
    if (button) { acts[button.dataset.do || "citar"](button, told(button)); return; }
    // With a finger: touching a passage opens what can be done with it.
    if (!touch || event.target.closest("a, button, summary, input, label")) return;
    const block = event.target.closest(".text .b");
    for (const other of doc.querySelectorAll(".b.on")) if (other !== block) other.classList.remove("on");
    if (block && !String(getSelection())) block.classList.toggle("on");
  });

  // A judge's table: its address is the whole of it.
  const shared = doc.getElementById("compartir");
  if (shared) {
    shared.hidden = false;
    shared.addEventListener("click", async () => {
      const told = { title: doc.title, text: doc.getElementById("veredicto")?.textContent || "", url: location.href };
      if (navigator.share) { try { await navigator.share(told); return; } catch (error) { if (error.name === "AbortError") return; } }
      const done = await copy(location.href);
      say(shared, done ? "enlace copiado" : "no se pudo copiar", done);
    });
  }

  // An invitation is handed on at once: its address is told this once.
  const handed = doc.getElementById("copiar");
  if (handed) { handed.hidden = false; handed.addEventListener("click", async () => { const done = await copy(doc.querySelector("textarea[readonly]").value); say(handed, done ? "enlace copiado" : "no se pudo copiar", done); }); }

  // The sheet of rules to print: what was gathered on the way.
  const sheet = doc.getElementById("reglas");
  if (sheet && !sheet.value && keep.get("hoja")) sheet.value = keep.get("hoja");
  const empty = doc.getElementById("vaciar");
  if (empty) { empty.hidden = false; empty.addEventListener("click", () => { keep.set("hoja", ""); sheet.value = ""; }); }

  // Hours are written in UTC; who looks sees those of their own clock.
  for (const time of doc.querySelectorAll("main time[datetime]"))
    time.textContent = "dia" in time.dataset ? new Date(time.dateTime).toLocaleString("es", { dateStyle: "long", timeStyle: "short" }) : new Date(time.dateTime).toLocaleTimeString("es", { timeStyle: "short" });

  // Whose words: the choice is remembered; a link to a passage shows it whatever was chosen.
  for (const radio of doc.querySelectorAll("[name=palabras]")) {
    if (radio.value === keep.get("palabras")) radio.checked = true;
    radio.addEventListener("change", () => keep.set("palabras", radio.value));
  }

  // The game that was last read is remembered: the bar leads to its rules and the form for rulings begins with it.
  const nav = doc.querySelector(".gnav .gname"), rules = doc.querySelector(".low [data-reglas]");
  if (nav) keep.set("juego", nav.pathname + "\n" + nav.textContent);
  const [path, name] = (keep.get("juego") || "").split("\n");
  if (rules && path && name) { rules.href = path; rules.querySelector("span").textContent = name; }
  const select = doc.querySelector("select#juego");
  if (select && !select.value && path) select.value = path.slice(1);
})();
