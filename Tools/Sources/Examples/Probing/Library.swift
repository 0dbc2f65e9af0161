import Files
import Foundation

/// A probe that is built: everything that is needed to compile and link an example against it.
struct Library: Codable, Equatable {
  /// The frontend's command line, with the words of `Placeholder` where an example's own belong.
  var compile: [String]
  /// The linker step without objects and output, the compiler first.
  var link: [String]
  /// The same without the drivers; nil where that is not known.
  var directLink: DirectLink?
  /// The files that every example is linked with.
  var objects: [String]
  /// What identifies everything that a compiled example depends on: compiler, flags, module interfaces.
  var interface: String
  /// What identifies the code that examples are linked with.
  var implementation: String
  /// Whether that code uses sets, dictionaries or hashes, so that its results may differ from process to process.
  var mentionsHashing: Bool
  /// `6.3.1`.
  var swiftVersion: String
  /// The folder of the module that manifests import.
  var manifestModules: String
  /// The files and folders that were built from, with their fingerprint at the time.
  var files: [String]
  var folders: [String]
  var fingerprint: String
  /// What identifies all of it.
  var identity: String { interface + implementation }

  /// Whether nothing has changed that it was built from.
  var isCurrent: Bool {
    fingerprint == Fingerprint.of(files: files, folders: folders)
      && objects.last.map { FileStamp.exists($0) } ?? true
  }

  /// Whether one of its files has changed since `date`. The clock of files may be a little behind.
  func isNewer(than date: Date) -> Bool {
    let inFolders = folders.flatMap { folder in
      (Folder(folder)?.names ?? []).map { folder + "/" + $0 }
    }
    return (files + inFolders).contains { path in
      let stamp = FileStamp(path: path)
      guard stamp.exists, !stamp.isFolder, !path.contains("/docs-probe-") else { return false }
      return Double(stamp.seconds) + Double(stamp.nanoseconds) / 1e9 >= date.timeIntervalSince1970 - 0.02
    }
  }

  enum Placeholder {
    static let source = "DocsExample.swift"
    static let module = "DocsExampleModule"
    static let object = "DocsExample.o"
  }

  /// The frontend's command line `compile` with its placeholders filled in.
  static func compiling(_ source: String, module: String, object: String, with compile: [String]) -> [String] {
    compile.map { word in
      switch word {
      case Placeholder.source: source
      case Placeholder.module: module
      case entryPoint(of: Placeholder.module): entryPoint(of: module)
      case Placeholder.object: object
      default: word
      }
    }
  }

  static func entryPoint(of module: String) -> String { module + "_main" }
}
