import Foundation

extension Environment {
  /// For a run that is not saved: reading the environment takes a moment.
  public static let unknown = Environment(
    machine: "", system: "", swift: "", configuration: configuration, commit: "", date: "", command: "")

  /// This machine, now.
  public static func here(command: String) -> Environment {
    let differs = !(output("git", "status", "--porcelain", "--untracked-files=no") ?? "").isEmpty
    let commit = output("git", "rev-parse", "--short", "HEAD") ?? "unknown"
    let swift = output("swift", "--version") ?? ""
    return Environment(
      machine: "\(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores",
      system: operatingSystem,
      swift: swift.firstMatch(of: /Swift version (\S+)/).map { String($0.1) } ?? "unknown",
      configuration: configuration,
      commit: commit + (differs ? "+" : ""),
      date: Date().formatted(.iso8601.year().month().day()),
      command: command)
  }

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var processor: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return model.map { $0.trimmingCharacters(in: .whitespaces) } ?? output("uname", "-m") ?? "unknown processor"
  }

  private static var operatingSystem: String {
    let lines = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n") ?? []
    let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
    return name.map { $0.trimmingCharacters(in: ["\""]) } ?? ProcessInfo.processInfo.operatingSystemVersionString
  }

  /// What a command prints, or `nil` if it cannot be run or fails.
  private static func output(_ command: String...) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
