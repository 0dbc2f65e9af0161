import CEmbedded
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
    let call = "showBuild(\(version), \(String(decoding: problems, as: UTF8.self)));\n"
    try Data((String(cString: embedded_live_script()) + call).utf8).write(to: file, options: .atomic)
  }
}
