import Foundation

/// A company that prints books, and no stream of values.
public struct Publisher: Equatable {
  public var name: String
  public var address: URL

  public init(name: String, address: URL) {
    self.name = name
    self.address = address
  }
}
