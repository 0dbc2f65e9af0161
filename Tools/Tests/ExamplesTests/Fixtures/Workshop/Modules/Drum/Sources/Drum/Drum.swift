/// A beat.
///
/// ```swift
/// func body() {
///   let unused = Beat()
/// }
/// ```
public struct Beat {
  public var name = "boom"
  public init() {}
}
