/// Counts names, and lists them in the order of a dictionary.
public struct Register {
  private var counts: [String: Int] = [:]

  public init() {}

  public mutating func add(_ name: String) { counts[name, default: 0] += 1 }

  public var list: String { counts.map { "\($0.key) \($0.value)" }.joined(separator: ", ") }

  public var total: Int { counts.values.reduce(0, +) }
}
