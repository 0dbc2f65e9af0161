import Foundation

/// Links compiled examples into programs.
struct Linker: Sendable {
  var library: Library
  /// The folder for programs.
  var folder: String

  /// A program that holds an example, or why there is none.
  enum Outcome: Sendable {
    case program(String)
    case failure(String)
  }

  /// Links `examples` into as few programs as is right, and returns each one's program under its module.
  ///
  /// Where they cannot be linked together, each is linked alone, so that only those to blame fail.
  func link(_ examples: [(module: String, object: String, isAlone: Bool)]) async throws -> [String: Outcome] {
    var outcomes: [String: Outcome] = [:]
    var alone = examples.filter(\.isAlone)
    let together = examples.filter { !$0.isAlone }
    if !together.isEmpty {
      let outcome = try await link(together.map(\.object), name: "examples-\(library.implementation)")
      if case .failure = outcome, together.count > 1 {
        alone += together
      } else {
        for example in together { outcomes[example.module] = outcome }
      }
    }
    let results = try await inParallel(alone.map { ($0.module, $0.object) }) { module, object in
      (module, try await link([object], name: module))
    }
    for (module, outcome) in results { outcomes[module] = outcome }
    return outcomes
  }

  private func link(_ objects: [String], name: String) async throws -> Outcome {
    let program = "\(folder)/\(name)"
    if let direct = library.directLink,
      try await direct.link(objects, shared: library.objects, program: program, folder: folder)
    {
      return .program(program)
    }
    // The drivers have better messages, and handle cases that this does not.
    let list = program + ".objects"
    try Data(ResponseFile.text(of: library.objects + objects).utf8).write(to: URL(fileURLWithPath: list))
    let result = try await Command(
      executable: library.link[0], arguments: library.link.dropFirst() + ["@" + list, "-o", program],
      directory: folder, output: program + ".log"
    ).run()
    guard result.end == .exit(0) else {
      let text = String(decoding: result.errors + result.output, as: UTF8.self)
      return .failure(text.trimmingTrailingBlanks())
    }
    return .program(program)
  }
}
