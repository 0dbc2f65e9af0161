import Files
import Markdown

/// Files that have changed, and what of them examples may name.
struct Changes {
  private let files: Set<String>
  /// The public names that the files declare; nil if every example may depend on them.
  private var names: Set<String>? = []

  /// - Parameter files: relative to the root. Of a document, only its own examples depend. A file that is gone, or declares
  ///   nothing public, may be part of anything. So may one with a subscript, which is used without its name.
  init(_ files: [String], root: String) {
    let files = files.map { Selection.path(of: $0, from: root) }
    self.files = Set(files)
    for file in files where !Documents.endings.contains(where: file.hasSuffix) || !FileStamp.exists(root + "/" + file) {
      guard let source = try? Source(path: root + "/" + file, name: file) else {
        names = nil
        continue
      }
      names = names.flatMap { known in Self.names(in: SwiftCode(source)).map(known.union) }
    }
  }

  /// How code outside names what is public in `code`; nil if nothing is, or if it may be used without a name.
  private static func names(in code: SwiftCode) -> Set<String>? {
    let all = code.declarations
    /// Types with members that are public without saying so.
    var open: Set<Int> = []
    var names: Set<String> = []
    for (index, declaration) in all.enumerated() {
      let type = declaration.type.flatMap { open.contains($0) ? all[$0] : nil }
      let isImplied = type.map { $0.keyword != "enum" || declaration.keyword == "case" } ?? false
      guard isImplied || code.modifiers(of: declaration).contains(where: ["public", "open"].contains) else { continue }
      if ["enum", "protocol", "extension"].contains(declaration.keyword) { open.insert(index) }
      switch declaration.name {
      case _ where declaration.keyword == "extension": break
      case "subscript", "callAsFunction", "description", "debugDescription": return nil
      case "init": names.formUnion(declaration.type.map { [all[$0].name] } ?? [])
      default: names.formUnion(code.names(of: declaration))
      }
    }
    return names.isEmpty ? nil : names
  }

  /// Whether the document `file` is one of them, or may depend on any.
  func mayAffect(_ file: String) -> Bool { names == nil || files.contains(file) }

  /// Whether `example` is in one of the files, or has one of their names in it.
  func affect(_ example: Example) -> Bool {
    guard let names, !mayAffect(example.file) else { return true }
    let operators = names.filter { !$0.contains { $0.isLetter } }
    return (example.earlier + example.code).contains { line in
      line.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { names.contains(String($0)) }
        || operators.contains { line.text.contains($0) }
    }
  }
}

extension SwiftCode {
  /// The names that a declaration gives, as in `case fast, slow`.
  fileprivate func names(of declaration: Declaration) -> [String] {
    var names = [declaration.name]
    guard ["case", "let", "var"].contains(declaration.keyword) else { return names }
    let depth = declaration.token.depth
    for index in code.indices.dropFirst(declaration.index + 1) {
      let token = code[index]
      guard token.depth > depth || token.depth == depth && token.kind != .keyword else { break }
      if token.depth == depth, code[index - 1].text == "," { names.append(token.text.trimming("`")) }
    }
    return names
  }
}
