import Synchronization

/// Identifies a participant of a stream: unique among those that exist at the same time.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  @usableFromInline let rawValue: UInt64

  @usableFromInline init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A new identifier, different from all others made by this initializer.
  public init() { rawValue = counter.add(1, ordering: .relaxed).newValue }

  /// The identifier of an object, constant while the object exists.
  public init(_ object: AnyObject) {
    rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
  }

  /// `0x` and the identifier in hexadecimal.
  public var description: String { "0x" + String(rawValue, radix: 16) }

  /// For the inner subscriber of an operator that is a struct: derived from its downstream's, so that it is stable and
  /// costs nothing until it is read.
  @usableFromInline var next: CombineIdentifier { CombineIdentifier(rawValue: rawValue &+ 1 << 56) }
}

private let counter = Atomic<UInt64>(0)

/// A participant of a stream with an identity.
public protocol CustomCombineIdentifierConvertible {
  /// Identifies this participant.
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  /// The identifier of the object.
  public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
