/// A beat.
///
/// ```swift probe=drum
/// func body() {
///   let unused = Beat()
/// }
/// ```
public struct Beat {
  public var name = "boom"
  public init() {}
}
