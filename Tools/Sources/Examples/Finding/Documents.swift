import Foundation

/// The files that a list of paths and patterns names.
enum Documents {
  /// Finds the files below `root` with one of `endings`, relative to `root`, each once, sorted within each pattern.
  ///
  /// A pattern is a path whose parts may hold `*`; a folder stands for all files in it. Hidden files and links to
  /// folders are left out.
  static func files(matching patterns: [String], endings: [String], root: String) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for pattern in patterns {
      for path in expand(pattern.split(separator: "/").filter { $0 != "." }, below: "", root: root) {
        for file in files(at: path, endings: endings, root: root) where seen.insert(file).inserted {
          found.append(file)
        }
      }
    }
    return found
  }

  private static func expand(_ parts: [Substring], below folder: String, root: String) -> [String] {
    guard let part = parts.first else { return [folder] }
    let names =
      part.contains("*")
      ? names(in: root + "/" + folder).filter { matches($0[...], part) } : [String(part)]
    let paths = names.map { folder.isEmpty ? $0 : folder + "/" + $0 }
    return paths.filter { Fingerprint.exists(root + "/" + $0) }
      .flatMap { expand(Array(parts.dropFirst()), below: $0, root: root) }
  }

  private static func matches(_ name: Substring, _ pattern: Substring) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
    guard name.hasPrefix(pattern[..<star]) else { return false }
    let rest = pattern[pattern.index(after: star)...]
    var tail = name.dropFirst(pattern[..<star].count)
    while true {
      if matches(tail, rest) { return true }
      if tail.popFirst() == nil { return false }
    }
  }

  private static func files(at path: String, endings: [String], root: String) -> [String] {
    var status = stat()
    guard lstat(root + "/" + path, &status) == 0 else { return [] }
    guard status.st_mode & S_IFMT == S_IFDIR else { return endings.contains { path.hasSuffix($0) } ? [path] : [] }
    return names(in: root + "/" + path).flatMap { files(at: path + "/" + $0, endings: endings, root: root) }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }
}
