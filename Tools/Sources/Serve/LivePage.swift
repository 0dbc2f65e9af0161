import Foundation

/// Added to served pages, but not to written ones.
enum LivePage {
  static let tag = "<script defer src=\"/-/live.js\"></script>"

  /// The HTML of the file at `path` with the script added.
  static func page(_ path: String) throws -> Data {
    var page = try Data(contentsOf: URL(fileURLWithPath: path))
    let end = page.range(of: Data("</body>".utf8), options: .backwards)?.lowerBound ?? page.endIndex
    page.insert(contentsOf: Data(tag.utf8), at: end)
    return page
  }

  /// Asks whether anything has changed. If so, the page is reloaded; if a build failed, it shows the problems.
  static let script = """
    "use strict";
    (async () => {
      const box = document.createElement("pre");
      box.style.cssText = "position:fixed;inset:auto 0 0;margin:0;max-height:60vh;overflow:auto;z-index:99;"
        + "padding:1rem 1.25rem;background:#5c0f0f;color:#fff;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap";
      let seen, version;
      for (;;) {
        try {
          const answer = await fetch("/-/live" + (seen === undefined ? "" : "?after=" + seen));
          const state = await answer.json();
          if (version !== undefined && state.version !== version) { location.reload(); return; }
          seen = state.revision;
          version = state.version;
          box.textContent = state.problems.join("\\n\\n");
          if (state.problems.length) document.body.append(box); else box.remove();
        } catch {
          await new Promise(done => setTimeout(done, 400));
        }
      }
    })();

    """
}
