import Markdown

/// Links from code to the reference.
extension Links {
  var linksCode: Bool { targets.reference != nil }

  func isOurs(heading: String) -> Bool { targets.ownNames.contains(heading) }

  mutating func resolve(code: WrittenLink, isRequired: Bool) -> String? {
    guard let reference = targets.reference else { return nil }
    let name = code.address
    let named = isRequired ? reference.index.symbol(linked: name, from: symbol) : reference.index.symbol(meantBy: name)
    if named == nil, let module = reference.address(ofModule: name, from: folder) { return module }
    if named == nil, isRequired { report(missing: code, reference) }
    guard let named, named != symbol else { return nil }
    if !isRequired, let symbol, reference.library.symbols[symbol].parameterNames.contains(name) { return nil }
    return reference.address(of: named, from: folder)
  }

  mutating func entry(of code: WrittenLink) -> SymbolEntry? {
    guard let reference = targets.reference else { return nil }
    guard let named = reference.index.symbol(linked: code.address, from: symbol) else {
      report(missing: code, reference)
      return nil
    }
    listed.insert(named)
    return reference.entry(of: named, from: folder, isQualified: page != nil)
  }

  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Article.Heading?) -> [SymbolEntry?] {
    guard let reference = targets.reference else { return words.map { _ in nil } }
    let symbols = Links.symbols(of: words, in: reference)
    if isVerified {
      for case (let word, let symbol?) in zip(words, symbols) where !Links.commonNames.contains(word.text) {
        uses.append((symbol, heading))
      }
    }
    return symbols.map { $0.flatMap { $0 == symbol ? nil : reference.entry(of: $0, from: folder) } }
  }

  private mutating func report(missing code: WrittenLink, _ reference: APIReference) {
    report(
      code, "there is no symbol “\(code.address)”",
      hint: reference.suggestion(for: code.address).map { "did you mean “\($0)”?" }
        ?? "write other code in single backticks")
  }

  /// Names of the standard library's own sequences and optionals. Where nothing else in a piece of code is ours, they
  /// are taken for those.
  ///
  /// Only the compiler can decide between the two, so a symbol of such a name does not list the example.
  private static let commonNames: Set<String> = [
    "allSatisfy", "append", "assertionFailure", "cancel", "compactMap", "contains", "count", "drop", "dropFirst",
    "dropLast", "enumerated", "filter", "first", "flatMap", "forEach", "index", "insert", "joined", "last", "lazy",
    "makeIterator", "map", "max", "min", "prefix", "prepend", "print", "reduce", "remove", "removeAll",
    "removeDuplicates", "removeFirst", "removeLast", "reversed", "run", "scan", "sorted", "split", "subscript",
    "suffix", "zip",
  ]

  /// The symbols that `words` of Swift code refer to, as far as that is possible without a compiler.
  private static func symbols(of words: [CodeWord], in reference: APIReference) -> [Int?] {
    let found = words.map { word -> Int? in
      guard let symbol = reference.index.symbol(meantBy: word.text) else { return nil }
      let kind = reference.library.symbols[symbol].kind
      guard word.isType == kind.isType else { return nil }
      return kind.isType || word.isMember == (kind != .function) ? symbol : nil
    }
    let isOurs = zip(words, found).contains { word, symbol in symbol != nil && !commonNames.contains(word.text) }
    return isOurs ? found : found.map { _ in nil }
  }
}

/// A place with an example that uses a symbol.
struct SymbolUse: Equatable {
  var page: Int
  /// The id of the section; empty for the top of the page.
  var anchor: String
  var title: String
}
