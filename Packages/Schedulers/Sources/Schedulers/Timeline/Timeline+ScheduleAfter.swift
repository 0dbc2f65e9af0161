extension Timeline {
  /// The former name of ``schedule(in:fileID:line:_:)``.
  @discardableResult
  public func schedule(
    after delay: Duration, fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping () -> Void
  ) -> Token {
    schedule(in: delay, fileID: fileID, line: line, action)
  }
}
