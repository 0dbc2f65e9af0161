extension Collection where Element: Publisher {
  /// Sends the values of all these publishers as they arrive: Combine's `Publishers.MergeMany` as a method.
  ///
  /// It finishes when all have finished, and fails with the first failure. Demand: like `merge`.
  @_alwaysEmitIntoClient public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}
