// The theme that this reader chose, before the page is painted; without a choice, the system's.
"use strict";
(() => {
  const root = document.documentElement, names = { "": "del sistema", claro: "claro", oscuro: "oscuro" };
  let now = "";
  try { now = localStorage.getItem("tema") || ""; } catch { /* no storage: the choice lasts a page */ }
  const set = (name) => { now = name in names ? name : ""; if (now) root.dataset.tema = now; else delete root.dataset.tema; };
  set(now);
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("tema");
    if (!button) return;
    const tell = () => { button.textContent = "Tema: " + names[now]; };
    button.parentElement.hidden = false;
    button.addEventListener("click", () => {
      const order = Object.keys(names);
      set(order[(order.indexOf(now) + 1) % order.length]);
      try { localStorage.setItem("tema", now); } catch { /* as above */ }
      tell();
    });
    tell();
  });
})();
