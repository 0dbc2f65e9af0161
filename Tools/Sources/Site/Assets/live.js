"use strict";
// Each load of this script is one look at the site: reload the page if it has changed, show what keeps it from being built.
function showBuild(version, problems) {
  const script = document.currentScript;
  const live = window.docsLive ??= { version, address: script.src, box: document.createElement("pre") };
  if (live.version !== version) { location.reload(); return; }
  live.box.style.cssText = "position:fixed;inset:auto 0 0;margin:0;max-height:60vh;overflow:auto;z-index:99;"
    + "padding:1rem 1.25rem;background:#5c0f0f;color:#fff;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap";
  live.box.textContent = problems.join("\n\n");
  if (problems.length) document.body.append(live.box); else live.box.remove();
  const again = () => setTimeout(() => {
    const next = document.createElement("script");
    next.src = live.address + "?" + Date.now();
    next.onerror = () => { next.remove(); again(); };
    document.head.append(next);
  }, 100);
  script.remove();
  again();
}
