import Foundation
import Measuring

/// Tables between two lines of a page: `<!-- begin name -->` and `<!-- end name -->`.
public enum PageTables {
  public struct MissingLines: Error, CustomStringConvertible {
    public let description: String
  }

  /// Puts a table in the place of what is between the lines of that name, below where and when `command` measured `builds`.
  public static func write(
    _ name: String, _ table: String, to page: URL, command: String? = nil, builds: String? = nil
  ) throws {
    let heading = try command.map { "\n\(try Environment.here(command: $0).sentence(builds: builds))\n" } ?? ""
    let (begin, end) = ("<!-- begin \(name) -->\n", "<!-- end \(name) -->")
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let first = text.range(of: begin), let last = text[first.upperBound...].range(of: end) else {
      throw MissingLines(description: "\(page.path) has no lines \(begin)\(end): put them where the table should be")
    }
    let trimmed = table.trimmingCharacters(in: .whitespacesAndNewlines)
    try Data("\(text[..<first.upperBound])\(heading)\n\(trimmed)\n\n\(text[last.lowerBound...])".utf8).write(to: page)
  }
}

extension Environment {
  /// For a run that is not saved: reading the environment takes a moment.
  public static let unknown = Environment(
    machine: "", system: "", swift: "", configuration: "", commit: "", date: "", command: "")

  /// This machine, now, where `command` measures.
  public static func here(command: String) throws -> Environment {
    // The text after the first of `name` on its line in a file or an output.
    func value(_ name: String, in text: String?, until end: Set<Character> = ["\n"]) -> String? {
      guard let text, let start = text.range(of: name)?.upperBound else { return nil }
      return text[start...].prefix { !end.contains($0) }.trimmingCharacters(in: [" ", "\t", ":", "=", "\""])
    }
    func contents(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    let processors = contents("/proc/cpuinfo")
    let processor = value("model name", in: processors) ?? "unknown"
    // A hypervisor may give processors of several generations the same name.
    let family = value("cpu family", in: processors).map { " (family \($0))" } ?? ""
    func git(_ words: String...) -> String {
      (try? cost(of: ["git"] + words).output)?.trimmingCharacters(in: .newlines) ?? ""
    }
    let differs = git("status", "--porcelain", "--untracked-files=no") != ""
    let date = Calendar.current.dateComponents([.year, .month, .day], from: Date())
    return Environment(
      machine: "\(processor)\(family), \(ProcessInfo.processInfo.processorCount) cores",
      system: value("PRETTY_NAME", in: contents("/etc/os-release"))
        ?? ProcessInfo.processInfo.operatingSystemVersionString,
      swift: value("Swift version ", in: try cost(of: "swift", "--version").output, until: [" ", "\n"]) ?? "unknown",
      configuration: "release", commit: git("rev-parse", "--short", "HEAD") + (differs ? "+" : ""),
      date: String(format: "%d-%02d-%02d", date.year!, date.month!, date.day!), command: command)
  }

  /// Where and when, as a sentence for a page. `builds` are those of its configuration, unless named.
  public func sentence(builds: String? = nil) -> String {
    let how = commit.isEmpty ? "with \(command)" : "at commit `\(commit)` with `\(command)`"
    return "Measured on \(date) \(how): \(machine); \(system); Swift \(swift), \(builds ?? "\(configuration) build")."
  }
}
