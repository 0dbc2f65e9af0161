import ArgumentParser
import Foundation
import Reporting

/// The page of the benchmarks, its charts and the saved runs.
struct Documents {
  let folder: URL

  /// Writes the run into the part of the page that is for its configuration.
  func write(_ report: Report) throws {
    let file = folder.appending(path: "Benchmarks.md")
    let name = report.environment.configuration
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw ValidationError(
        "\(file.path): cannot be read. Run from the root of the repository, or name the folder of the page with --docs."
      )
    }
    var page = Page(text)
    do {
      let chart = "![How many times faster than OpenCombine, \(name) build](Benchmarks/\(name).svg)"
      let parts = [report.environment.sentence, chart, MarkdownTable(report).text]
      try page.replace(name, with: parts.joined(separator: "\n\n"))
    } catch {
      throw ValidationError("\(file.path): \(error)")
    }
    let saved = folder.appending(path: "Benchmarks")
    try FileManager.default.createDirectory(at: saved, withIntermediateDirectories: true)
    try report.json().write(to: saved.appending(path: "\(name).json"))
    let chart = Chart(report, title: "How many times faster than OpenCombine 0.14.0, \(name) build")
    try Data(chart.svg.utf8).write(to: saved.appending(path: "\(name).svg"))
    try Data(page.text.utf8).write(to: file)
  }
}
