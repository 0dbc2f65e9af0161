(() => {
  // Search. The index is a script, loaded when it is first needed; so it works from disk too.
  const load = path => new Promise((done, fail) => {
    document.head.append(make("script", { src: root.dataset.root + path, onload: done, onerror: fail }));
  });
  const fold = text => text.toLowerCase();
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const values = Object.fromEntries([...digits].map((digit, value) => [digit, value]));
  const pages = [], sections = [], words = [], texts = {};
  let places = [], synonyms = [], asked;

  window.docsIndex = (list, vocabulary, uses, meant) => {
    for (const [address, title, ...headings] of list) {
      const page = { address, title, number: pages.length, first: sections.length };
      pages.push(page);
      sections.push({ page, id: "", title, low: fold(title) });
      for (const heading of headings) {
        const [id, text] = typeof heading === "string" ? [fold(heading).replaceAll(" ", "-"), heading] : heading;
        sections.push({ page, id, title: text, low: fold(text) });
      }
    }
    let previous = "";
    for (const item of vocabulary ? vocabulary.split(" ") : []) {
      previous = previous.slice(0, parseInt(item[0], 36)) + item.slice(1);
      words.push(previous);
    }
    places = uses.split(" ");
    synonyms = Object.entries(meant);
  };
  window.docsText = (number, list) => { texts[number] = list; };
  const shard = section => Math.floor(section.page.number / 16);
  const textOf = section => texts[shard(section)]?.[section.page.number % 16]?.[section.number - section.page.first] || "";

  const sectionsOf = index => {
    if (typeof places[index] !== "string") return places[index];
    if (places[index] === "*") return places[index] = sections.map((_, number) => number);
    const list = [];
    let last = -1, value = 0, shift = 0;
    for (const digit of places[index]) {
      const bits = values[digit];
      value |= (bits & 31) << shift;
      shift += 5;
      if (bits < 32) { list.push(last += value); value = shift = 0; }
    }
    return places[index] = list;
  };
  const from = word => {
    let low = 0, high = words.length;
    while (low < high) { const middle = (low + high) >> 1; if (words[middle] < word) low = middle + 1; else high = middle; }
    return low;
  };
  const isNear = (one, other) => {
    if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
    let index = 0;
    while (index < one.length && one[index] === other[index]) index++;
    return one.slice(index + 1) === other.slice(index + 1) || one.slice(index) === other.slice(index + 1)
      || one.slice(index + 1) === other.slice(index)
      || (one[index] === other[index + 1] && one[index + 1] === other[index] && one.slice(index + 2) === other.slice(index + 2));
  };
  const split = text => fold(text).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) || [];

  const fillers = new Set("a an and are between can difference do does for how i in is it my of on or the to versus vs what when where why with you".split(" "));
  // The subject of a question: "how do I test a timer" is about a test and a timer.
  const subjects = query => {
    const all = split(query), some = all.filter(word => !fillers.has(word));
    return some.length ? some : all;
  };

  // Returns how well each section fits a word, the sections that the word names, and their pages.
  const findWord = (word, query, asked) => {
    const found = new Map(), named = new Set(), pages = new Set();
    // A digit is a number; it does not begin another one.
    const isWhole = /^\d$/.test(word);
    const add = (index, weight) => {
      const list = sectionsOf(index);
      const rarity = weight * Math.log(1 + sections.length / list.length);
      for (const number of list) found.set(number, Math.max(found.get(number) || 0, rarity));
    };
    const addTitles = word => sections.forEach((section, number) => {
      const at = section.low.indexOf(word);
      if (at < 0) return;
      const isStart = !/[\p{L}\p{N}]/u.test(section.low[at - 1] || "");
      const rest = /^[\p{L}\p{N}]*/u.exec(section.low.slice(at + word.length))[0].length;
      if (isWhole && (!isStart || rest)) return;
      // A method is found by its name alone: "map" is all of "map(_:)". Of names that differ in case, the one as written.
      const name = section.low.replace(/\(.*/, ""), isAll = name === (word.length < asked.length ? asked : word);
      const isExact = isAll && section.title.startsWith(query);
      if (name === word) { named.add(number); pages.add(section.page); }
      // "mac" means "macOS" rather than "machine".
      const fit = !isStart ? 2 : !rest ? 12 : rest < 3 ? 9 : 9 * word.length / (word.length + rest);
      found.set(number, (found.get(number) || 0) + fit + (isAll ? 8 : 0) + (isExact ? 1 : 0) + (section.id ? 0 : 2));
    });
    const addAll = word => {
      for (let index = from(word); index < words.length && words[index].startsWith(word); index++) {
        if (words[index] === word) add(index, 1);
        else if (!isWhole) add(index, .6);
      }
      addTitles(word);
    };
    addAll(word);
    if (!found.size && word.length > 3) {
      const near = words.filter(other => isNear(word, other));
      for (const other of near) add(from(other), .3);
      for (const other of near) addTitles(other);
      // A word that is not found, such as "installation", is shortened until it is.
      for (let stem = word.slice(0, -2); !found.size && stem.length > 4; stem = stem.slice(0, -1)) addAll(stem);
    }
    return { found, named, pages };
  };

  const find = query => {
    const about = subjects(query), asked = about.join(" ");
    const fits = about.map(word => findWord(word, query.trim(), asked));
    // If every word names a section, it counts for all sections of that page. A query of names only leads to the section of each.
    const haveNames = about.length > 1 && fits.every(({ named }) => named.size);
    const areNames = haveNames && about.length === split(query).length;
    // The number of words that each section has, and how well they fit.
    const scores = new Map();
    for (const { found, named, pages } of fits) {
      if (haveNames) for (const page of pages) {
        for (let number = page.first; sections[number]?.page === page; number++) if (!found.has(number)) found.set(number, 3);
      }
      for (const [number, score] of found) {
        const [count, sum] = scores.get(number) || [0, 0];
        scores.set(number, [areNames && named.has(number) ? about.length : Math.min(count + 1, about.length), sum + score]);
      }
    }
    const shown = new Map(), seen = new Set();
    // Earlier pages first. Several words are a question: a page that answers it, above all an early one, is worth a word
    // in a title more than a section of the reference. One word is a name.
    const isGuide = page => !page.address.startsWith("reference/"), guides = pages.filter(isGuide).length;
    // A name is rather that of a protocol's member than that of the type nested in another one which the member returns.
    const isNested = page => !isGuide(page) && page.title.includes(".");
    // The last guides are for those who work on the project.
    const extra = ({ page }) => isGuide(page) ? (about.length > 1 && !areNames ? 14 - 4 * page.number / guides : 0) - 12 * (page.number / guides) ** 6
      : about.length === 1 && isNested(page) ? -8 : 0;
    const ranked = [...scores].map(([number, [count, sum]]) => [number, count, sum + extra(sections[number]) - 3 * number / sections.length])
      .sort((one, other) => other[1] - one[1] || other[2] - one[2] || one[0] - other[0]);
    // Shows sections with all words; if these are few, also those with all but one. At most three of a page, one of a method.
    const most = ranked[0]?.[1], enough = ranked[4]?.[1] === most || most === 1 ? most : most - 1;
    return ranked.filter(([, count]) => count >= enough)
      .map(([number]) => Object.assign(sections[number], { number }))
      .filter(({ page, title }) => seen.size < seen.add(page.number + title.replace(/\(.*/, "")).size && shown.set(page, (shown.get(page) || 0) + 1).get(page) <= 3)
      .slice(0, 24);
  };

  // What readers call something elsewhere comes first under the name that it has here.
  const findMeant = query => {
    const words = " " + split(query).join(" ") + " ";
    // Of several names, the first hit of each comes first.
    const lists = synonyms.filter(([phrase]) => words.includes(" " + phrase + " ")).flatMap(([, names]) => names.split("; ").map(find));
    const meant = [...new Set([...lists.flatMap(list => list.slice(0, 1)), ...lists.flat()])];
    return [...new Set([...meant.slice(0, 3), ...find(query), ...meant])].slice(0, 24);
  };

  const marked = (text, asked) => {
    // Whole words that begin like a word of the query.
    const words = asked.map(word => word.replace(/[^\p{L}\p{N}]/gu, "")).filter(Boolean).join("|");
    const pattern = words ? new RegExp(`(?<![\\p{L}\\p{N}])((?:${words})[\\p{L}\\p{N}]*)`, "giu") : /(?!)/;
    return text.split(pattern).map((part, index) => index % 2 ? make("mark", { textContent: part }) : part);
  };
  const teaser = (section, asked) => {
    const text = textOf(section), low = fold(text);
    const at = Math.max(0, Math.min(...asked.map(word => low.indexOf(word)).filter(place => place >= 0), Infinity));
    const start = isFinite(at) && at > 60 ? text.indexOf(" ", at - 60) + 1 : 0;
    const end = start + 160 < text.length ? text.lastIndexOf(" ", start + 160) : text.length;
    return marked((start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : ""), asked);
  };

  const input = make("input", { type: "text", inputMode: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  const results = make("ul", { id: "search.results" });
  const status = make("p", { className: "status" });
  const keys = make("p", { className: "keys" }, ...["↑ ↓ to choose", "Enter to open", "Esc to close"].map(text => make("span", { textContent: text })),
    make("button", { type: "button", textContent: "Close", onclick: () => dialog.close() }));
  const dialog = make("dialog", { className: "search" }, input, status, results, keys);
  dialog.setAttribute("aria-label", "Search");
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "true", "aria-controls": "search.results", "aria-label": "Search", "aria-autocomplete": "list" })) input.setAttribute(name, value);
  results.setAttribute("role", "listbox");
  results.setAttribute("aria-label", "Results");
  status.setAttribute("role", "status");
  document.body.append(dialog);

  let chosen = -1;
  const select = index => {
    const items = [...results.children];
    items[chosen]?.setAttribute("aria-selected", "false");
    chosen = items.length ? (index + items.length) % items.length : -1;
    const item = items[chosen];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", item?.id || "");
  };
  const show = async () => {
    const query = input.value.trim();
    const asked = subjects(query);
    if (!pages.length) return;
    const hits = query ? findMeant(query) : [];
    const draw = () => results.replaceChildren(...hits.map((section, index) => {
      const link = make("a", { href: root.dataset.root + section.page.address + (section.id ? "#" + encodeURIComponent(section.id) : ""), tabIndex: -1 },
        ...(section.id ? [make("span", { className: "where", textContent: section.page.title })] : []),
        make("span", { className: "title" }, ...marked(section.title, asked)),
        make("span", { className: "teaser" }, ...teaser(section, asked)));
      link.onclick = () => dialog.close();
      const item = make("li", { id: "search.result-" + index }, link);
      item.setAttribute("role", "option");
      item.onpointermove = () => chosen !== index && select(index);
      return item;
    }));
    draw();
    select(0);
    status.hidden = hits.length > 0 || !query;
    status.textContent = query ? `Nothing found for “${query}”` : "";
    const missing = [...new Set(hits.map(shard))].filter(number => !texts[number]);
    if (!missing.length) return;
    await Promise.allSettled(missing.map(number => load(`search/${number}.js`)));
    if (input.value.trim() === query) { const at = chosen; draw(); select(Math.max(at, 0)); }
  };
  const open = async () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    if (asked) return;
    asked = true;
    status.hidden = false;
    status.textContent = "Loading…";
    try {
      await load("search/index.js");
      status.hidden = true;
      show();
    } catch {
      asked = false;
      status.textContent = "The search index could not be loaded";
    }
  };
  $(".find").onclick = open;
  input.oninput = show;
  dialog.onclick = event => { if (event.target === dialog) dialog.close(); };
  dialog.onkeydown = event => {
    if (event.key === "ArrowDown") select(chosen + 1);
    else if (event.key === "ArrowUp") select(chosen - 1);
    else if (event.key === "Enter") $("a", results.children[chosen] || results)?.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", event => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    if ((event.key === "/" && !isTyping && !event.metaKey && !event.ctrlKey && !event.altKey) || (event.key === "k" && (event.metaKey || event.ctrlKey))) {
      event.preventDefault();
      open();
    }
  });
})();
