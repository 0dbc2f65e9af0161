import Testing

/// The running case of a test of Swift Testing.
enum RunningCase {
  /// Tells it from the other cases of its test; nil if that is not known.
  ///
  /// Read from the case by the names of its parts, since Swift Testing gives it no public identity.
  static var number: Int? {
    guard let test = Test.current, let one = Test.Case.current else { return nil }
    guard test.isParameterized else { return 0 }
    guard let parts = Mirror(reflecting: one).descendant("_kind", "parameterized"),
      let arguments = Mirror(reflecting: parts).descendant("arguments"),
      let discriminator = Mirror(reflecting: parts).descendant("discriminator") as? Int
    else { return nil }
    var hasher = Hasher()
    hasher.combine(discriminator)
    for argument in Mirror(reflecting: arguments).children {
      guard let bytes = Mirror(reflecting: argument.value).descendant("id", "bytes") as? [UInt8] else { return nil }
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
