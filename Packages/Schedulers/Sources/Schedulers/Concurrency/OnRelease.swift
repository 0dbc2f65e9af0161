/// Calls a closure when it is deinitialised, for work that a scheduler may release without running it.
final class OnRelease: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
