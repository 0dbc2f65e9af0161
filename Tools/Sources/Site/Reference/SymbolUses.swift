/// Which examples of the guides use a symbol.
struct SymbolUses {
  /// A place with an example.
  struct Use: Hashable {
    var page: Int
    var anchor: String
    var title: String
  }

  private var uses: [Int: [Use]] = [:]

  mutating func add(_ symbol: Int, _ use: Use) {
    if !(uses[symbol]?.contains(use) ?? false) { uses[symbol, default: []].append(use) }
  }

  subscript(symbol: Int) -> [Use] { uses[symbol] ?? [] }
}

extension APIReference {
  /// Names of the standard library's own sequences and optionals. Where nothing else in a piece of code is ours, they
  /// are taken for those.
  ///
  /// Only the compiler can decide between the two, so a symbol of such a name does not list the example.
  static let commonNames: Set<String> = [
    "allSatisfy", "append", "assertionFailure", "cancel", "compactMap", "contains", "count", "drop", "dropFirst",
    "dropLast", "enumerated", "filter", "first", "flatMap", "forEach", "index", "insert", "joined", "last", "lazy",
    "makeIterator", "map", "max", "min", "prefix", "prepend", "print", "reduce", "remove", "removeAll",
    "removeDuplicates", "removeFirst", "removeLast", "reversed", "run", "scan", "sorted", "split", "subscript",
    "suffix", "zip",
  ]

  /// The symbols that `words` of Swift code refer to, as far as that is possible without a compiler.
  func symbols(of words: [CodeWord]) -> [Int?] {
    var found = words.map { word -> Int? in
      guard let symbol = index.symbol(meantBy: word.text) else { return nil }
      let kind = library.symbols[symbol].kind
      guard word.isType == kind.isType else { return nil }
      return kind.isType || word.isMember == (kind != .function) ? symbol : nil
    }
    let isOurs = zip(words, found).contains { word, symbol in symbol != nil && !Self.commonNames.contains(word.text) }
    if !isOurs { found = found.map { _ in nil } }
    return found
  }
}
