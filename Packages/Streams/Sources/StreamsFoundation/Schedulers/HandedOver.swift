/// An action on its way to the queue or loop that runs it.
///
/// `Scheduler` accepts actions that are not `@Sendable`, while queues and loops require `@Sendable` ones. Sendable
/// because the caller gives the action away: the scheduler only calls it there, one call at a time.
struct HandedOver: @unchecked Sendable {
  private let action: () -> Void

  init(_ action: @escaping () -> Void) { self.action = action }

  /// Runs the action.
  func callAsFunction() { action() }

  /// A block that only runs `action`. A closure that does so would be allocated beside its block.
  static func block(_ action: @escaping () -> Void) -> @Sendable @convention(block) () -> Void {
    let block: @convention(block) () -> Void = action
    // The two types differ only for the compiler.
    return unsafeBitCast(block, to: (@Sendable @convention(block) () -> Void).self)
  }
}
