import Foundation
import Markdown

/// A script beside the site that pages ask for again and again, also when they are opened from disk. It reloads them when
/// the site has changed, and shows them what keeps it from being built.
public struct LiveScript {
  private let file: URL
  private var version = Int(Date().timeIntervalSince1970 * 1000)

  /// The script of the site in the folder `output`.
  public init(output: String) {
    file = LiveScript.file(of: output)
  }

  static func file(of output: String) -> URL {
    URL(fileURLWithPath: output).standardizedFileURL.appendingPathExtension("live.js")
  }

  /// Tells open pages what came of a build.
  ///
  /// - Throws: an error of the file system if the script cannot be written.
  public mutating func publish(_ report: SiteBuilder.Report) throws {
    if report.changedFiles > 0 { version += 1 }
    let problems = try JSONEncoder().encode(report.problems.map(\.description))
    let script = "\(Self.code)(\(version), \(String(decoding: problems, as: UTF8.self)));\n"
    try script.write(to: file, atomically: true, encoding: .utf8)
  }

  private static let code = """
    "use strict";
    ((version, problems) => {
      const script = document.currentScript;
      const live = window.docsLive ??= { version, address: script.src, box: document.createElement("pre") };
      if (live.version !== version) { location.reload(); return; }
      live.box.style.cssText = "position:fixed;inset:auto 0 0;margin:0;max-height:60vh;overflow:auto;z-index:99;"
        + "padding:1rem 1.25rem;background:#5c0f0f;color:#fff;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap";
      live.box.textContent = problems.join("\\n\\n");
      if (problems.length) document.body.append(live.box); else live.box.remove();
      const again = () => setTimeout(() => {
        const next = document.createElement("script");
        next.src = live.address + "?" + Date.now();
        next.onerror = () => { next.remove(); again(); };
        document.head.append(next);
      }, 100);
      script.remove();
      again();
    })
    """
}
