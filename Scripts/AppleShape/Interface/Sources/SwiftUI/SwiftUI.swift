/// A stub of what the animated schedulers use. `current` tells a test what is in force.
public struct Animation: Equatable, Sendable {
  @TaskLocal public static var current: Animation?

  public static let `default` = Animation(name: "default")
  public static func linear(duration: Double) -> Animation { Animation(name: "linear \(duration)") }

  let name: String
}

public struct Transaction: Sendable {
  @TaskLocal public static var current: Transaction?

  public var animation: Animation?
  public var disablesAnimations = false

  public init(animation: Animation?) { self.animation = animation }
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try Animation.$current.withValue(animation, operation: body)
}

public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  try Transaction.$current.withValue(transaction, operation: body)
}
