/// Finds symbols by the names that people write.
struct SymbolIndex: Sendable {
  private let library: SymbolLibrary
  /// By qualified name, with and without labels, and by every shorter ending of it.
  private var names: [String: [Int]] = [:]

  init(_ library: SymbolLibrary) {
    self.library = library
    for (number, symbol) in library.symbols.enumerated() where symbol.parent != nil || symbol.path.count == 1 {
      guard symbol.kind != .extension else { continue }
      var path = symbol.path[...]
      while !path.isEmpty {
        let name = path.joined(separator: ".")
        names[name, default: []].append(number)
        let base = name.prefix { $0 != "(" }
        if base.count < name.count, !base.isEmpty { names[String(base), default: []].append(number) }
        path = path.dropFirst()
      }
    }
  }

  /// The symbol that a link in double backticks names: relative to `context` first, then in all modules. Parts are
  /// separated by dots or slashes; a module's name may come first.
  func symbol(linked name: String, from context: Int? = nil) -> Int? {
    var path = SymbolIndex.dotted(name)
    let home = library.modules.firstIndex { path.hasPrefix($0.name + ".") }
    if let home { path.removeFirst(library.modules[home].name.count + 1) }
    func symbol(exactly path: String) -> Int? {
      let found = candidates(for: path)
      let atHome = found.filter { library.homes[$0] == home }
      return best(atHome.isEmpty ? found : atHome, exactly: path)
    }
    var around = context
    while let number = around {
      if let found = symbol(exactly: "\(library.symbols[number].qualifiedName).\(path)") { return found }
      around = library.symbols[number].parent
    }
    if let found = symbol(exactly: path) { return found }
    // A function all of whose arguments have defaults is called without any.
    return path.hasSuffix("()") ? self.symbol(linked: String(name.dropLast(2)), from: context) : nil
  }

  /// The symbol that inline code most likely names; nil if that is unclear, because the code need not be a symbol.
  func symbol(meantBy code: String) -> Int? {
    guard let first = code.utf8.first, first < 0x80, code.utf8.count <= 120,
      code.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "_.():".utf8.contains($0) })
    else { return nil }
    let code = code.hasSuffix("()") && names[code] == nil ? String(code.dropLast(2)) : code
    let candidates = candidates(for: code)
    guard !candidates.isEmpty else { return nil }
    let isWord = !code.utf8.contains(0x2E) && !code.utf8.contains(0x28)
    if isWord {
      let top = candidates.filter { library.symbols[$0].path.count == 1 && library.symbols[$0].kind.isType }
      if let first = top.first, Set(top.map { library.symbols[$0].path }).count == 1 { return first }
    }
    // Readers know an operator as a member of the protocol; types only repeat it.
    let ofProtocols = candidates.filter(isInProtocol)
    let pool = ofProtocols.isEmpty ? candidates : ofProtocols + candidates.filter { !repeats($0, ofProtocols) }
    guard Set(pool.map { library.symbols[$0].parent ?? -1 }).count == 1 else { return nil }
    if isWord, ofProtocols.isEmpty, !library.symbols[pool[0]].kind.isType { return nil }
    return pool[0]
  }

  /// The symbols of the name `code`, or that are called so when arguments with defaults are left out.
  private func candidates(for code: String) -> [Int] {
    if let named = names[code] { return named }
    guard let open = code.firstIndex(of: "("), code.hasSuffix(":)"), let others = names[String(code[..<open])] else {
      return []
    }
    let written = code[code.index(after: open)...].dropLast().split(separator: ":")
    return others.filter { number in
      guard let parameters = library.symbols[number].parameters else { return false }
      var next = 0
      for parameter in parameters {
        if next < written.count, parameter.label == written[next] {
          next += 1
        } else if !parameter.hasDefault {
          return false
        }
      }
      return next == written.count
    }
  }

  /// Whether `member` is in a type that conforms to a protocol with one of `others`, or is one of them.
  private func repeats(_ member: Int, _ others: [Int]) -> Bool {
    guard let parent = library.symbols[member].parent else { return false }
    let conformances = Set(library.symbols[parent].conformances.map(\.symbol))
    return others.contains { other in
      other == member || library.symbols[other].parent.map { conformances.contains(library.symbols[$0].id) } ?? false
    }
  }

  /// The best of several symbols of one name: an exact match first, types before members, then the first declared.
  private func best(_ candidates: [Int], exactly name: String) -> Int? {
    func rank(_ number: Int) -> (Int, Int, Int, Int) {
      let symbol = library.symbols[number]
      return (symbol.qualifiedName == name ? 0 : 1, symbol.path.count, isInProtocol(number) ? 0 : 1, number)
    }
    return candidates.min { rank($0) < rank($1) }
  }

  private func isInProtocol(_ number: Int) -> Bool {
    library.symbols[number].parent.map { library.symbols[$0].kind == .protocol } ?? false
  }

  static func dotted(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "/")) else { return name }
    let head = name.prefix { $0 != "(" }
    return String(head).replacing("/", with: ".") + name.dropFirst(head.count)
  }
}
