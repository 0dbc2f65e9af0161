#if canImport(Testing)
  import Testing

  /// Attaches a text to the test of Swift Testing that runs in this task; nil if none does.
  func attachmentToTheTest() -> (@Sendable (_ text: String, _ name: String) -> Void)? {
    guard Test.current != nil else { return nil }
    return { text, name in Attachment.record(text, named: name) }
  }
#else
  func attachmentToTheTest() -> (@Sendable (_ text: String, _ name: String) -> Void)? { nil }
#endif
