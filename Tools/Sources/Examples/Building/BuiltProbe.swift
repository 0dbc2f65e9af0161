import Files
import Foundation

/// The documented packages as they are built: everything that is needed to compile, link and run an example.
struct BuiltProbe: Codable {
  var toolchain: Toolchain
  /// The folder of everything that is made for examples.
  var folder: String
  /// The program that loads examples and runs them.
  var program: String
  /// The program that starts that one, and watches it.
  var supervisor: String
  /// The compiler's flags for an example.
  var flags: [String]
  /// The modules in Swift.
  var modules: [String]
  /// The names of what asks for the place of its caller, by `#line` as a default, or as a macro.
  var callersPlace: [String]
  /// The files that every example is linked with.
  var objects: [String]
  /// Identifies everything that a compiled example depends on: compiler, flags, module interfaces, headers, macros.
  var interface: String
  /// Identifies the code that examples run with.
  var implementation: String
  /// The headers of system libraries, with those that they include, and what identifies their contents.
  var systemHeaders: [String]
  var systemContents: String
  /// Whether that code uses sets, dictionaries or hashes, so that its results may differ from process to process.
  var mentionsHashing: Bool
  /// The build system that was asked for.
  var buildSystem: String?
  /// Its inputs, and their state at the time.
  var inputs: ProbeInputs
  var fingerprint: String

  /// Identifies all of it.
  var identity: String { interface + implementation }

  /// Whether nothing has changed that it was built from.
  var isCurrent: Bool {
    fingerprint == inputs.fingerprint && (objects + [program, supervisor]).allSatisfy { FileStamp.exists($0) }
  }
}

extension BuiltProbe {
  private static let file = "built.json"

  /// The earlier build in `folder`.
  init?(folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.file)"),
      let probe = try? JSONDecoder().decode(BuiltProbe.self, from: data)
    else { return nil }
    self = probe
  }

  func save(in folder: String) {
    try? JSONEncoder().encode(self).write(to: URL(fileURLWithPath: "\(folder)/\(Self.file)"), options: .atomic)
  }

  static func forget(in folder: String) {
    unlink("\(folder)/\(Self.file)")
  }
}
