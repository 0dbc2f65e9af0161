/// Work on its way to the queue or loop that will do it.
///
/// `Scheduler` takes actions that are not `@Sendable`, while what does them elsewhere wants `@Sendable` ones. Sendable
/// because scheduling gives the action away: the scheduler does nothing with it but call it there, one call at a time.
package struct HandedOver: @unchecked Sendable {
  private let action: () -> Void

  package init(_ action: @escaping () -> Void) { self.action = action }

  /// Does the work.
  package func callAsFunction() { action() }
}
