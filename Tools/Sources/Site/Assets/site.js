"use strict";
const root = document.documentElement;
const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch {} };

(() => {
  // Light and dark: the system's, until the reader chooses the other; choosing the system's again follows it.
  $(".theme").onclick = () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const other = system === "dark" ? "light" : "dark";
    const chosen = (root.dataset.theme || system) === system ? other : "";
    root.dataset.theme = chosen;
    remember("theme", chosen);
  };

  // The menu of narrow screens works by its address alone; this adds the keyboard and keeps the history clean.
  const nav = document.getElementById("site.nav");
  const menu = $(".menu");
  const showMenu = shown => {
    nav.classList.toggle("open", shown);
    if (shown) ($("[aria-current]", nav) || $("a", nav)).focus(); else menu.focus();
  };
  menu.onclick = event => { event.preventDefault(); showMenu(true); };
  $(".close", nav).onclick = event => { event.preventDefault(); showMenu(false); };
  document.addEventListener("click", event => {
    if (nav.classList.contains("open") && !nav.contains(event.target) && !menu.contains(event.target)) showMenu(false);
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && nav.classList.contains("open")) showMenu(false);
  });

  // The place in the table of contents stays when the page changes.
  const here = $("[aria-current]", nav);
  try {
    // So do the parts that were opened or closed.
    const folded = JSON.parse(sessionStorage.getItem("folded") || "{}");
    for (const part of all("details", nav)) {
      const name = $("summary", part).textContent;
      if (name in folded && !$("[aria-current]", part)) part.open = folded[name];
      $("summary", part).onclick = () => {
        folded[name] = !part.open;
        sessionStorage.setItem("folded", JSON.stringify(folded));
      };
    }
    const kept = sessionStorage.getItem("nav");
    if (kept !== null) nav.scrollTop = kept;
    addEventListener("pagehide", () => sessionStorage.setItem("nav", nav.scrollTop));
  } catch {}
  if (here) {
    const box = here.getBoundingClientRect(), frame = nav.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom) here.scrollIntoView({ block: "center" });
  }

  // The id that an address names; nothing for an address that is no text, such as "#%".
  const idIn = hash => { try { return decodeURIComponent(hash.slice(1)); } catch { return ""; } };

  // A link into a section that is folded opens it. A link from elsewhere may be in capitals, which ids on pages are not.
  const unfold = () => {
    const id = idIn(location.hash), low = id.toLowerCase(), target = document.getElementById(id);
    if (!target && document.getElementById(low)) location.replace("#" + encodeURIComponent(low));
    for (let part = target; part; part = part.parentElement) if (part.open === false) part.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // The bar of a narrow screen that shows them closes when one is chosen, and by a click elsewhere or Escape.
  const above = $(".contents-above");
  if (above) {
    document.addEventListener("click", event => { if (event.target.closest("a") || !above.contains(event.target)) above.open = false; });
    above.onkeydown = event => { if (event.key === "Escape") { above.open = false; $("summary", above).focus(); } };
  }

  // The heading that is being read. The bar of a narrow screen names it.
  const entries = new Map(all(".contents a").map(link => [idIn(link.hash), link]));
  const headings = [...entries.keys()].map(id => document.getElementById(id)).filter(Boolean);
  if (headings.length) {
    let current, waiting = false;
    const update = () => {
      waiting = false;
      const atEnd = innerHeight + scrollY >= root.scrollHeight - 2;
      const passed = headings.filter(heading => heading.getBoundingClientRect().top < 120);
      const next = atEnd && scrollY > 0 ? headings[headings.length - 1] : passed[passed.length - 1];
      if (next === current) return;
      current?.id && entries.get(current.id)?.removeAttribute("aria-current");
      current = next;
      const link = current && entries.get(current.id);
      link?.setAttribute("aria-current", "true");
      $("summary", above).textContent = link?.textContent || "On this page";
      link?.scrollIntoView({ block: "nearest" });
    };
    addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(update); } }, { passive: true });
    update();
  }

  const icon = path => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  const copyIcon = icon("M9 9h11v11H9zM5 15H4V4h11v1"), doneIcon = icon("m5 12.5 5 5 9-11");

  // Copying code: what is shown of it, without what it prints.
  for (const pre of all("figure.code > pre")) {
    const button = make("button", { type: "button", className: "copy", ariaLive: "polite" });
    const say = (text, icon) => { button.title = button.ariaLabel = text; button.innerHTML = icon; };
    say("Copy this code", copyIcon);
    button.onclick = async () => {
      const text = all(":is(.lines, .hidden-code[open]) > pre", lines.parentElement).map(part => part.textContent.trimEnd()).join("\n") + "\n";
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = make("textarea", { value: text });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      say("Copied", doneIcon);
      button.classList.add("done");
      setTimeout(() => { say("Copy this code", copyIcon); button.classList.remove("done"); }, 1500);
    };
    const lines = make("div", { className: "lines" });
    pre.replaceWith(lines);
    lines.append(pre, button);
  }

  // The hidden lines of an example are shown by a button beside it, those of all by one at the top of the page.
  const hidden = all("details.hidden-code");
  const revealing = (button, parts, label) => {
    const isOpen = () => parts.every(details => details.open);
    const update = () => label(button, isOpen() ? "Hide hidden lines" : "Show hidden lines");
    button.onclick = () => { const open = !isOpen(); parts.forEach(details => { details.open = open; }); };
    parts.forEach(details => details.addEventListener("toggle", update));
    update();
    return button;
  };
  const revealed = new Set(hidden.map(details => details.parentElement));
  for (const figure of revealed) {
    const eye = make("button", { type: "button", className: "copy", innerHTML: icon("M2 12q10-14 20 0-10 14-20 0m10-3v6m-3-3h6") });
    $(".lines", figure)?.append(revealing(eye, all("details.hidden-code", figure), (button, text) => {
      button.title = text;
      button.setAttribute("aria-label", text);
    }));
  }
  if (revealed.size > 1) {
    const button = make("button", { type: "button", className: "reveal" });
    $("article").prepend(revealing(button, hidden, (button, text) => { button.textContent = text; }));
  }

  // A diagram can be played, and stepped through: its marks come in the order of virtual time.
  for (const figure of all(".diagram")) {
    const marks = all(".v, .e, .x, .c", figure).map(mark => {
      const box = mark.getBoundingClientRect();
      return { mark, x: Math.round(box.left + box.width / 2) };
    });
    const instants = [...new Set(marks.map(mark => mark.x))].sort((a, b) => a - b);
    if (instants.length < 3) continue;
    let at = instants.length, timers = [];
    const show = index => {
      at = Math.max(0, Math.min(index, instants.length));
      marks.forEach(({ mark, x }) => mark.style.opacity = at === instants.length || x < instants[at] ? "" : 0);
    };
    const stop = () => {
      timers.forEach(clearTimeout);
      timers = [];
      play.textContent = "Play";
    };
    const button = (text, label, onclick) => {
      const made = make("button", { type: "button", className: "play", textContent: text, title: label, onclick });
      made.setAttribute("aria-label", label);
      return made;
    };
    const step = by => { stop(); show(at === instants.length && by > 0 ? 1 : at + by); };
    const play = button("Play", "Play the diagram", () => {
      if (timers.length) return stop(), show(instants.length);
      const first = instants[0], width = instants.at(-1) - first || 1;
      play.textContent = "Show all";
      show(0);
      instants.forEach((x, index) => timers.push(setTimeout(() => show(index + 1), 400 + (x - first) / width * 4000)));
      timers.push(setTimeout(stop, 4500));
    });
    const buttons = make("span", { className: "player" });
    buttons.append(button("◀", "One step earlier", () => step(-1)), play, button("▶", "One step later", () => step(1)));
    $("figcaption", figure)?.append(buttons);
  }
})();
