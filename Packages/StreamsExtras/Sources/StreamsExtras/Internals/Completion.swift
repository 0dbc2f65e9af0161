extension Subscribers.Completion {
  @usableFromInline var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}
