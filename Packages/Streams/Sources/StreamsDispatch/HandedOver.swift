/// An action on its way to the queue or loop that runs it.
///
/// `Scheduler` accepts actions that are not `@Sendable`, while queues and loops require `@Sendable` ones. Sendable
/// because the caller gives the action away: the scheduler only calls it there, one call at a time.
package struct HandedOver: @unchecked Sendable {
  private let action: () -> Void

  package init(_ action: @escaping () -> Void) { self.action = action }

  /// Runs the action.
  package func callAsFunction() { action() }
}
