// Returns the problems of the open page, one per line. `check_site.py` runs it in the browser.
() => {
  const wrong = [];
  const name = element => element.tagName.toLowerCase() + (element.className && element.className.baseVal === undefined
    ? "." + String(element.className).split(" ").join(".") : "") + " “" + (element.textContent || "").trim().slice(0, 40) + "”";
  const one = (selector, what) => {
    const count = document.querySelectorAll(selector).length;
    if (count !== 1) wrong.push(`${count} ${what}`);
  };
  one("main", "main landmarks");
  one("body > header", "banners");
  one("main h1", "headings of level 1");
  if (!document.documentElement.lang) wrong.push("no language");
  if (!document.title) wrong.push("no title");
  const labels = [...document.querySelectorAll("nav")].map(nav => nav.getAttribute("aria-label")
    || document.getElementById(nav.getAttribute("aria-labelledby") || "")?.textContent || "");
  if (labels.some(label => !label)) wrong.push("a nav without a name");
  if (new Set(labels).size !== labels.length) wrong.push("navs of the same name: " + labels);
  const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length) wrong.push("ids given twice: " + twice.slice(0, 5));
  for (const element of document.querySelectorAll("button, a[href]")) {
    const label = element.getAttribute("aria-label") || element.textContent.trim() || element.querySelector("img[alt]:not([alt=''])")?.alt;
    if (!label) wrong.push("no name: " + name(element));
  }
  for (const image of document.querySelectorAll("img:not([alt])")) wrong.push("an image without alt: " + image.src);
  for (const picture of document.querySelectorAll(".drawing > svg")) {
    if (picture.getAttribute("role") !== "img" || !(picture.querySelector("title") || picture.getAttribute("aria-label"))) {
      wrong.push("a diagram without a name");
    }
  }
  let level = 0;
  for (const heading of document.querySelectorAll("main h1, main h2, main h3, main h4, main h5, main h6")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) wrong.push(`level ${next} after ${level}: ` + name(heading));
    level = next;
  }
  for (const box of document.querySelectorAll("main pre, main .table, main .drawing")) {
    if (box.scrollWidth > box.clientWidth + 1 && box.tabIndex < 0) wrong.push("scrolls, but not by keyboard: " + name(box));
  }

  for (const button of document.querySelectorAll("main .copy")) {
    const box = button.getBoundingClientRect();
    const below = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (below.some(element => element.matches("pre, summary"))) wrong.push("a copy button covers code: " + name(button.parentElement));
  }

  // Contrast of every text that can be seen.
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const rgba = color => {
    if (known.has(color)) return known.get(color);
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    const value = [red, green, blue, alpha / 255];
    known.set(color, value);
    return value;
  };
  const over = (top, bottom) => [0, 1, 2].map(index => top[index] * top[3] + bottom[index] * (1 - top[3])).concat(1);
  const background = element => {
    const layers = [];
    for (let current = element; current; current = current.parentElement) {
      const color = rgba(getComputedStyle(current).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), rgba("Canvas"));
  };
  const luminance = color => {
    const [red, green, blue] = color.slice(0, 3).map(value => value / 255)
      .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(element) || element.closest("svg, script, style, dialog:not([open])")) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    if (style.visibility === "hidden" || !element.getClientRects().length || element.closest(".anchor, .copy, .skip")) continue;
    const behind = background(element);
    const [light, dark] = [luminance(over(rgba(style.color), behind)), luminance(behind)].sort((one, other) => other - one);
    const ratio = (light + 0.05) / (dark + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5) - 0.01) wrong.push(`contrast ${ratio.toFixed(2)}: ` + name(element));
  }
  return wrong;
}
