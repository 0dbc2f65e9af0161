import Foundation

extension BuiltProbe {
  /// The command with which the driver, `swiftc`, runs the compiler itself for `arguments`. For a short example the driver
  /// takes a third of the time, so it is asked once for all examples of a `kind`, which differ only in `names`.
  func frontend(for arguments: [String], kind: String, names: [String], log: String) async throws -> [String] {
    func withoutNames(_ words: [String]) -> [String] {
      words.map { word in names.firstIndex(of: word).map { "\0\($0)" } ?? word }
    }
    let driver = toolchain.tool("swiftc")
    let key = "\(driver) \(toolchain.version) \(withoutNames(arguments))"
    let words = try await Record.value(at: "\(folder)/frontend-\(kind).json", key: key) {
      let result = try await Command(
        executable: driver, arguments: ["-###"] + arguments, directory: folder, output: log
      ).run()
      let words = Self.words(of: result.output)
      guard result.end == .exit(0), names.allSatisfy(words.contains) else {
        throw VerifierError("swiftc -### does not say how it compiles:\n\(result.errors)\(result.output)")
      }
      return withoutNames(words)
    }
    return words.map { word in word.hasPrefix("\0") ? names[Int(word.dropFirst()) ?? 0] : word }
  }

  /// The words of a line of shell. A word with other than plain letters is in single quotes, in which a quote is `'\''`.
  static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var characters = Array(line)[...]
    while let next = characters.popFirst() {
      switch next {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where !isQuoted:
        word = (word ?? "") + characters.prefix(1)
        characters = characters.dropFirst()
      case _ where !isQuoted && next.isWhitespace:
        words += word.map { [$0] } ?? []
        word = nil
      default: word = (word ?? "") + String(next)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
