/// A source file of functions that chain operators, as an application may have them.
public struct Chains: Sendable {
  public let functions: Int
  public let operators: Int
  /// The numbers of the operators that take turns.
  let kinds: [Int]

  public init(functions: Int = 40, operators: Int = 5) {
    self.functions = functions
    self.operators = operators
    kinds = Array(0..<16)
  }

  /// Ten functions of five `flatMap` each, which has an overload for each side that cannot fail.
  public static let nested = Chains(functions: 10, operators: 5, kinds: [8])

  private init(functions: Int, operators: Int, kinds: [Int]) {
    self.functions = functions
    self.operators = operators
    self.kinds = kinds
  }

  /// The file for a library.
  public func source(importing module: String) -> String {
    """
    import \(module)
    nonisolated(unsafe) public var last = 0
    @inline(never) func plus(_ a: Int, _ b: Int) -> Int { a &+ b }
    @inline(never) func above(_ a: Int, _ b: Int) -> Int? { a > b ? a : nil }

    """ + (0..<functions).map(function).joined()
  }

  /// A function whose operators and numbers depend on its own.
  private func function(_ number: Int) -> String {
    let chain = (0..<operators).map {
      Self.operator(kinds[(number * 3 + $0 * (1 + number % 4)) % kinds.count], number + 2)
    }
    return """

      public func chain\(number)(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
        source\(chain.map { "\n    " + $0 }.joined())
          .sink { x in last = x }
      }

      """
  }

  /// An operator that both libraries have.
  private static func `operator`(_ index: Int, _ number: Int) -> String {
    switch index {
    case 0: ".map { x in plus(x, \(number)) }"
    case 1: ".filter { x in x > \(number) }"
    case 2: ".removeDuplicates()"
    case 3: ".compactMap { x -> Int? in above(x, \(number)) }"
    case 4: ".scan(\(number)) { a, x in plus(a, x) }"
    case 5: ".prefix(\(number))"
    case 6: ".drop { x in x < \(number) }"
    case 7: ".handleEvents(receiveOutput: { _ in last = \(number) })"
    case 8: ".flatMap { x in Just(plus(x, \(number))) }"
    case 9: ".dropFirst(\(number))"
    case 10: ".output(in: 0..<\(number))"
    case 11: ".append(\(number))"
    case 12: ".first { x in x > \(number) }"
    case 13: ".share()"
    case 14: ".buffer(size: \(number), prefetch: .keepFull, whenFull: .dropNewest)"
    default: ".reduce(\(number)) { a, x in plus(a, x) }"
    }
  }
}
