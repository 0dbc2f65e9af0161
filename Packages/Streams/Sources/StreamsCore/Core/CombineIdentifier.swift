import Synchronization

/// Identifies a participant of a stream. It is unique among the participants that exist at the same time.
public struct CombineIdentifier: Hashable, CustomStringConvertible, Sendable {
  @_alwaysEmitIntoClient let rawValue: UInt64

  @usableFromInline init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an identifier that differs from all others created by this initializer.
  public init() { rawValue = counter.add(1, ordering: .relaxed).newValue }

  /// Creates the identifier of an object. It is constant while the object exists.
  public init(_ object: AnyObject) {
    self.init(address: Unmanaged.passUnretained(object).toOpaque())
  }

  /// Creates the identifier of the object at `address`.
  init(address: UnsafeRawPointer) { rawValue = UInt64(UInt(bitPattern: address)) }

  /// `0x` and the identifier in hexadecimal.
  public var description: String { "0x" + String(rawValue, radix: 16) }

  /// The identifier of an operator's inner subscriber that is a struct. It is derived from the identifier downstream,
  /// so it is stable. A long row of operators does not repeat it: the period of this sequence is 2^64.
  var next: CombineIdentifier {
    CombineIdentifier(rawValue: rawValue &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407)
  }
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
