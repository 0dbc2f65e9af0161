import Files
import Markdown

/// The choice of examples to check.
struct Selection {
  private var places: [(file: String, line: Int?)] = []
  /// Declarations with examples in their doc comments.
  private var symbols: [String] = []

  /// - Throws: `VerifierError` when the options make no sense.
  init(_ options: Verifier.Options, root: String) throws(VerifierError) {
    for text in options.only {
      if text.wholeMatch(of: /[\w.]+/) != nil, !FileStamp.exists(root + "/" + text), !text.hasSuffix(".md"),
        !text.hasSuffix(".swift")
      {
        symbols.append(text)
        continue
      }
      let parts = text.split(separator: ":")
      let line = parts.count > 1 ? Int(parts[1]) : nil
      guard let file = parts.first, parts.count <= 3, parts.count == 1 || line != nil else {
        throw VerifierError("'\(text)' is not a place; write file, folder or file:line, as in Docs/guide.md:43")
      }
      var path = String(file)
      if !FileStamp.exists(root + "/" + path), let inRoot = RepositoryRoot.path(of: path, from: root) {
        path = inRoot
      }
      if path.hasPrefix("./") { path.removeFirst(2) }
      while path.hasSuffix("/") || path == "." { path.removeLast() }
      places.append((path, line))
    }
  }

  /// Whether nothing is left out.
  var isAll: Bool { places.isEmpty && symbols.isEmpty }

  /// The indices of the chosen examples.
  ///
  /// - Throws: `VerifierError` when there is none at a place that was asked for.
  func select(_ examples: [Example]) throws(VerifierError) -> Set<Int> {
    for place in places where !examples.indices.contains(where: { isAt(place, $0, examples) }) {
      let name = place.file + (place.line.map { ":\($0)" } ?? "")
      let others = examples.filter { $0.file == place.file }.map { "\($0.line)" }.joined(separator: ", ")
      let meant =
        others.isEmpty ? Spelling.nearest(to: place.file, in: Set(examples.flatMap(Self.paths)).sorted()) : nil
      throw VerifierError(
        "there is no example at \(name)" + (others.isEmpty ? "" : "; in that file they start at \(others)")
          + (meant.map { "; did you mean \($0)?" } ?? ""))
    }
    for symbol in symbols where !examples.contains(where: { Self.isOf($0, symbol) }) {
      let near = Spelling.nearest(to: symbol, in: Set(examples.compactMap(\.symbol) + examples.map(\.file)).sorted())
      throw VerifierError(
        "there is no example of \(symbol) in a doc comment, and no such file"
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    return Set(
      examples.indices.filter { index in
        isAll || places.contains { isAt($0, index, examples) }
          || symbols.contains { Self.isOf(examples[index], $0) }
      })
  }

  /// The file of an example, and the folders that it is in.
  private static func paths(_ example: Example) -> [String] {
    let parts = example.file.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Whether to report problems of the document `file`: not if single examples were selected.
  func covers(file: String) -> Bool {
    isAll || places.contains { $0.line == nil && Self.isIn($0.file, file) }
  }

  /// Whether an example documents `symbol`, or a member of it.
  private static func isOf(_ example: Example, _ symbol: String) -> Bool {
    example.symbol.map { $0 == symbol || $0.hasPrefix(symbol + ".") || $0.hasSuffix("." + symbol) } ?? false
  }

  /// Whether `file` is the place, or in the folder that the place is.
  private static func isIn(_ place: String, _ file: String) -> Bool {
    file == place || place.isEmpty || file.hasPrefix(place + "/")
  }

  /// An example reaches from its opening fence to the end of its output.
  private func isAt(_ place: (file: String, line: Int?), _ index: Int, _ examples: [Example]) -> Bool {
    let example = examples[index]
    guard let line = place.line else { return Self.isIn(place.file, example.file) }
    guard example.file == place.file else { return false }
    var end = example.endLine
    end = example.expected?.fences.map(\.endLine).reduce(end, max) ?? end
    return (example.line...end).contains(line) || example.code.contains { $0.number == line }
  }
}
