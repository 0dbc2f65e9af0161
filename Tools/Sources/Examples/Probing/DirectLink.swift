import Foundation

/// The linker's own command line, without the two drivers that come before it and take longer than it does.
struct DirectLink: Codable, Equatable {
  /// The linker and its arguments, with the words of `Placeholder` where files belong.
  var command: [String]
  /// The program that lists the libraries that object files require.
  var extractor: String
  /// The libraries that the objects of the probe ask for.
  var libraries: [String]

  enum Placeholder {
    static let object = "DocsExample.o"
    static let libraries = "-lDocsExampleLibraries"
    static let program = "DocsExampleProgram"
  }

  /// Asks the Swift driver, and then clang, what they would do; nil when they do not do it in the way this knows.
  static func find(for driver: [String], objects: [String], folder: String) async -> DirectLink? {
    // clang leaves out files that are not there.
    _ = FileManager.default.createFile(atPath: folder + "/" + Placeholder.object, contents: Data())
    do {
      let jobs = try await dryRun(
        driver + [Placeholder.object, "-o", Placeholder.program], folder: folder, output: \.output)
      guard let autolink = jobs.first(where: { $0[0].hasSuffix("/swift-autolink-extract") }),
        let list = autolink.last, var clang = jobs.last, clang != autolink, clang.contains("@" + list)
      else { return nil }
      clang = clang.map { $0 == "@" + list ? Placeholder.libraries : $0 }
      let linkers = try await dryRun(clang, folder: folder, output: \.errors)
      guard let linker = linkers.last(where: { $0.contains(Placeholder.object) && $0.contains(Placeholder.libraries) })
      else { return nil }
      let libraries = try await self.libraries(
        of: objects, extractor: autolink[0], folder: folder, output: folder + "/libraries")
      // A build id, which nothing uses, takes a fifth of the link's time.
      return DirectLink(
        command: linker.filter { $0 != "--build-id" }, extractor: autolink[0], libraries: libraries)
    } catch {
      return nil
    }
  }

  private static func dryRun(
    _ command: [String], folder: String, output: KeyPath<Command.Result, [UInt8]>
  ) async throws -> [[String]] {
    let result = try await Command(
      executable: command[0], arguments: Array(command.dropFirst()) + ["-###"], directory: folder,
      output: folder + "/link.log"
    ).run()
    return String(decoding: result[keyPath: output], as: UTF8.self).split(separator: "\n")
      .map(ResponseFile.words(in:)).filter { $0.first?.hasPrefix("/") ?? false }
  }

  /// The flags for the libraries that `objects` ask for, each once.
  private static func libraries(
    of objects: [String], extractor: String, folder: String, output: String
  ) async throws -> [String] {
    let list = output + ".in"
    try Data(ResponseFile.text(of: objects).utf8).write(to: URL(fileURLWithPath: list))
    let result = try await Command(
      executable: extractor, arguments: ["@" + list, "-o", output], directory: folder, output: output + ".log"
    ).run()
    guard result.end == .exit(0), let data = FileManager.default.contents(atPath: output) else {
      throw VerifierError("swift-autolink-extract fails: \(String(decoding: result.errors, as: UTF8.self))")
    }
    var seen: Set<String> = []
    return ResponseFile.words(in: String(decoding: data, as: UTF8.self)).filter { seen.insert($0).inserted }
  }

  /// Links `program` from the examples' objects, and the probe's, which are `shared`.
  ///
  /// - Returns: whether that worked.
  func link(_ objects: [String], shared: [String], program: String, folder: String) async throws -> Bool {
    let asked =
      if let flags = AutolinkEntries.flags(in: objects) { flags } else {
        try await DirectLink.libraries(
          of: objects, extractor: extractor, folder: folder, output: program + ".libraries")
      }
    let libraries = AutolinkEntries.ordered(asked.filter { !self.libraries.contains($0) } + self.libraries)
    let list = program + ".objects"
    try Data(ResponseFile.text(of: shared + objects).utf8).write(to: URL(fileURLWithPath: list))
    let arguments = command.dropFirst().flatMap { word in
      switch word {
      case Placeholder.object: ["@" + list]
      case Placeholder.libraries: libraries
      case Placeholder.program: [program]
      default: [word]
      }
    }
    let result = try await Command(
      executable: command[0], arguments: arguments, directory: folder, output: program + ".log"
    ).run()
    return result.end == .exit(0)
  }
}
