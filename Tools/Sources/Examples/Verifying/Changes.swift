import Markdown

/// Files that have changed, and what of them examples may name.
struct Changes {
  private let files: Set<String>
  /// The public names that the files declare; nil if every example may depend on them.
  private var names: Set<String>? = []

  /// - Parameter files: relative to the root. Of a document, only its own examples depend. A file that is gone, or declares
  ///   nothing public, may be part of anything.
  init(_ files: [String], root: String) {
    self.files = Set(files)
    for file in files where !Documents.endings.contains(where: file.hasSuffix) {
      guard let source = try? Source(path: root + "/" + file, name: file) else {
        names = nil
        continue
      }
      let code = SwiftCode(source)
      let found = code.declarations.filter { !code.modifiers(of: $0).filter(["public", "open"].contains).isEmpty }
      if found.isEmpty { names = nil }
      // An initializer is named by its type.
      let words = found.compactMap { $0.path.split(separator: ".").last { !["init", "subscript"].contains($0) } }
      names?.formUnion(words.map(String.init))
    }
  }

  /// Whether `example` is in one of the files, or has one of their names in it.
  func affect(_ example: Example) -> Bool {
    guard let names, !files.contains(example.file) else { return true }
    return (example.earlier + example.code).contains { line in
      line.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { names.contains(String($0)) }
    }
  }
}
