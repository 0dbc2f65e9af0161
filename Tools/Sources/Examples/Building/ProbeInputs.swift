import Files
import Foundation

/// The inputs of a probe.
struct ProbeInputs: Codable, Equatable {
  /// The compiler, manifests and pinned versions. A missing file counts as missing.
  var files: [String]
  /// The folders of sources, headers and resources, with all in them.
  var folders: [String]
  /// The folders of local packages whose plugins, or C with flags or a search path for headers, may read any file in them.
  var pluggedFolders: [String]
  /// Whether a manifest reads the environment.
  var usesEnvironment: Bool

  init(graph: PackageGraph, files: [String]) {
    let manifests = graph.manifests
    self.files = files + manifests
    let folders = graph.folders
    self.folders = folders
    func mentions(_ manifest: String, _ words: [String]) -> Bool {
      let text = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
      return words.contains { text.contains($0) }
    }
    usesEnvironment = manifests.contains { mentions($0, ["environment", "getenv"]) }
    let plugged = manifests.filter { mentions($0, ["plugins:", ".plugin(", "headerSearchPath(", "unsafeFlags("]) }.map(
      \.folder)
    pluggedFolders = Set(plugged.filter { package in folders.contains { $0.hasPrefix(package + "/") } }).sorted()
  }

  /// The state of all of it, without reading a file.
  var fingerprint: String { fingerprint(environment: ProcessInfo.processInfo.environment) }

  func fingerprint(environment: [String: String]) -> String {
    var digest = Digest()
    for file in files { digest.add("\(file) \(FileStamp(path: file).text)") }
    // A package that gets or loses a `Package@swift-6.1.swift` is another one.
    for folder in Set(files.filter { $0.hasSuffix(".swift") }.map { $0.folder }).sorted() {
      digest.add("\(Folder(folder)?.names.filter { $0.hasPrefix("Package") } ?? [])")
    }
    for (path, stamp) in contents { digest.add("\(path) \(stamp.text)") }
    if usesEnvironment {
      // Shells set these for each command.
      let volatile: Set = ["_", "PWD", "OLDPWD", "SHLVL"]
      let environment = environment.filter { !volatile.contains($0.key) }
      digest.add("\(environment.sorted { $0.key < $1.key })")
    }
    return digest.name
  }

  /// Whether a file outside of `folder` has changed at `time` or later.
  func isChanged(since time: Double, outside folder: String) -> Bool {
    let stamps = files.filter { !$0.hasPrefix(folder) }.map { FileStamp(path: $0) } + contents.map(\.stamp)
    return stamps.contains { Double($0.seconds) + Double($0.nanoseconds) / 1e9 >= time }
  }

  /// Every file below the folders. DocC's catalogs are no part of a build, nor are the documents of a package.
  private var contents: [(path: String, stamp: FileStamp)] {
    let files = folders.flatMap { folder in
      Folder.files(below: folder, withHidden: true).filter { !$0.dropFirst(folder.count).contains(".docc/") }
    }
    return (files + pluggedContents).map { ($0, FileStamp(path: $0)) }
  }

  var pluggedContents: [String] {
    pluggedFolders.flatMap { folder in
      Folder.files(below: folder).filter { !$0.dropFirst(folder.count).contains(".docc/") && !$0.hasSuffix(".md") }
    }
  }
}

extension FileStamp {
  var text: String { "\(size) \(seconds).\(nanoseconds) \(file)" }
}
