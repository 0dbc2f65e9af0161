@_exported import Foundation

/// A stub of what the animated schedulers use. `animations` tells a test what was animated.
@MainActor open class UIView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  }

  public struct Animation {
    public let duration: TimeInterval
    public let delay: TimeInterval
    public let options: AnimationOptions
  }

  public static var animations: [Animation] = []

  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    self.animations.append(Animation(duration: duration, delay: delay, options: options))
    animations()
    completion?(true)
  }
}
