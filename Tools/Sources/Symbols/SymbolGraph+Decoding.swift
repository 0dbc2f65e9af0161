import Foundation
import SymbolKit

extension SymbolGraph {
  /// Reads a symbol graph as the compiler writes it.
  ///
  /// SymbolKit rejects a graph with a kind of constraint that it does not know, such as that two parameter packs have the
  /// same shape. Such constraints are left out: the declaration shows them.
  static func decoding(_ data: Data) throws -> SymbolGraph {
    do {
      return try JSONDecoder().decode(SymbolGraph.self, from: data)
    } catch let error as DecodingError {
      guard let graph = try? JSONSerialization.jsonObject(with: data) else { throw error }
      let known = try JSONSerialization.data(withJSONObject: withKnownConstraints(graph))
      return try JSONDecoder().decode(SymbolGraph.self, from: known)
    }
  }

  private static func withKnownConstraints(_ value: Any) -> Any {
    switch value {
    case let values as [Any]: values.map(withKnownConstraints)
    case let object as [String: Any]:
      Dictionary(
        uniqueKeysWithValues: object.map { key, value in
          let isConstraints = key == "constraints" || key == "swiftConstraints"
          guard isConstraints, let constraints = value as? [[String: Any]] else {
            return (key, withKnownConstraints(value))
          }
          return (key, constraints.filter { isKnown($0["kind"] as? String) })
        })
    default: value
    }
  }

  private static func isKnown(_ kind: String?) -> Bool {
    kind.flatMap(Symbol.Swift.GenericConstraint.Kind.init(rawValue:)) != nil
  }
}
