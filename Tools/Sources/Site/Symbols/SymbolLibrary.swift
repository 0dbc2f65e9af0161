/// The public declarations of a set of modules.
///
/// Modules are shown under the names that users import: re-exported symbols count as the module's own.
struct SymbolLibrary: Sendable {
  /// The name that users import.
  struct Module: Sendable {
    var name: String
    /// The numbers of the symbols at its top, types of other libraries that it adds to included.
    var top: [Int]
  }

  var modules: [Module] = []
  var symbols: [Symbol] = []
  /// The numbers of symbols by the compiler's names.
  var numbers: [String: Int] = [:]
  /// The number of the module that each symbol is shown in.
  var homes: [Int] = []

  /// The symbol that the compiler calls `id`; nil when it is not public or of another library.
  subscript(id: String) -> Int? { numbers[id] }

  var isEmpty: Bool { symbols.isEmpty }
}

extension SymbolLibrary {
  mutating func add(_ symbol: Symbol, home: Int) -> Int {
    let number = symbols.count
    symbols.append(symbol)
    homes.append(home)
    numbers[symbol.id] = number
    return number
  }

  /// Puts `child` into `parent`, or at the top of its module.
  mutating func place(_ child: Int, in parent: Int?) {
    symbols[child].parent = parent
    if let parent { symbols[parent].children.append(child) } else { modules[homes[child]].top.append(child) }
  }

  /// Puts all in one order, whatever that of the files was.
  mutating func sort() {
    let keys = symbols.map { symbol in
      let text = symbol.declaration.map(\.text).joined()
      return (symbol.kind.order, symbol.name.lowercased(), text.count, text, symbol.id)
    }
    for index in symbols.indices { symbols[index].children.sort { keys[$0] < keys[$1] } }
    for index in modules.indices { modules[index].top.sort { keys[$0] < keys[$1] } }
  }
}
