import Files
import Markdown

/// The choice of examples to check.
struct Selection {
  /// A file or folder with the line of an example, or a declaration with one in its doc comment.
  private struct Place {
    var name: String
    var file: String
    var line: Int?

    /// Whether `file` is the place, or in the folder that the place is.
    func holds(_ file: String) -> Bool {
      line == nil && (file == self.file || self.file.isEmpty || file.hasPrefix(self.file + "/"))
    }

    /// An example reaches from its opening fence to the end of its output. A declaration has those of its members.
    func holds(_ example: Example) -> Bool {
      guard let line else {
        return holds(example.file) || example.symbol.map { isName(of: $0, in: example) } ?? false
      }
      let end = max(example.endLine, example.expected?.fence?.endLine ?? 0)
      return example.file == file
        && ((example.line...end).contains(line) || example.code.contains { $0.number == line })
    }

    /// Whether `symbol`, with or without the example's module, has this name, or is a member of what has it.
    private func isName(of symbol: String, in example: Example) -> Bool {
      if ".\(symbol).".contains(".\(name).") { return true }
      guard name.hasSuffix(".\(symbol)") else { return false }
      let module = String(name.dropLast(symbol.count + 1))
      return example.isIn(module: module) || example.imports.contains(module)
    }
  }

  private var places: [Place] = []
  private var changes: Changes?

  /// - Throws: `VerifierError` when one of `only` is no place.
  init(_ only: [String], changed: [String], root: String) throws(VerifierError) {
    let outside = Self.outside(changed, root: root)
    if !changed.isEmpty { changes = Changes(changed.filter { !outside.contains($0) }, root: root) }
    for given in only {
      // The labels of arguments do not matter.
      let isCall = given.hasSuffix(")") && !FileStamp.exists(root + "/" + given)
      let name = isCall ? String(given.prefix { $0 != "(" }) : given
      let parts = name.split(separator: ":")
      let line = parts.count > 1 ? Int(parts[1]) : nil
      guard let file = parts.first, parts.count <= 3, parts.count == 1 || line != nil else {
        throw VerifierError("'\(given)' is not a place; write file, folder or file:line, as in Docs/guide.md:43")
      }
      places.append(Place(name: name, file: Self.path(of: String(file), from: root), line: line))
    }
  }

  /// Those of the `changed` documents that exist, but not below the root.
  static func outside(_ changed: [String], root: String) -> [String] {
    changed.filter { given in
      let files = [given, "\(root)/\(given)"].filter(FileStamp.exists)
      return Documents.endings.contains(where: given.hasSuffix) && !files.isEmpty
        && files.allSatisfy { RepositoryRoot.path(of: $0, from: root) == nil }
    }
  }

  /// The path from the root of a file or folder, which may be given from the current folder.
  static func path(of given: String, from root: String) -> String {
    let isFromRoot = !given.hasPrefix("/") && FileStamp.exists("\(root)/\(given)")
    let fromRoot = isFromRoot ? RepositoryRoot.path(of: "\(root)/\(given)", from: root) : nil
    var path = fromRoot ?? RepositoryRoot.path(of: given, from: root) ?? given
    while path.hasSuffix("/") || path == "." { path.removeLast() }
    return path
  }

  /// Whether nothing is left out.
  var isAll: Bool { places.isEmpty && changes == nil }

  /// Whether to report problems of the document `file`: not if single examples were selected, or it has not changed.
  func covers(file: String) -> Bool {
    (places.isEmpty || places.contains { $0.holds(file) }) && changes?.mayAffect(file) ?? true
  }

  /// The chosen examples.
  ///
  /// - Throws: `VerifierError` when a requested place has none of `jobs` and none of `problems`.
  func select(_ jobs: [Job], _ problems: [Diagnostic]) throws(VerifierError) -> [Job] {
    let examples = jobs.map(\.example)
    for place in places
    where !examples.contains(where: place.holds) && !problems.contains(where: { place.holds($0.file) }) {
      let others = examples.filter { $0.file == place.file }.map { "\($0.line)" }.joined(separator: ", ")
      let names = Set(examples.flatMap { Self.folders(of: $0) + [$0.symbol].compactMap(\.self) })
      let near = others.isEmpty ? Spelling.nearest(to: place.file, in: names.sorted()) : nil
      throw VerifierError(
        "there is no example at \(place.name)" + (others.isEmpty ? "" : "; in that file they start at \(others)")
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    return jobs.filter { job in
      (places.isEmpty || places.contains { $0.holds(job.example) }) && changes?.affect(job.example) ?? true
    }
  }

  /// The file of an example, and the folders that it is in.
  private static func folders(of example: Example) -> [String] {
    let parts = example.file.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}
