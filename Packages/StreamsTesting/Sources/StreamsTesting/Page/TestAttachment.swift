import Testing

/// Returns a function that attaches a text to the Swift Testing test of this task, or nil if there is none.
func attachmentToTheTest() -> (@Sendable (_ text: String, _ name: String) -> Void)? {
  guard Test.current != nil else { return nil }
  return { text, name in Attachment.record(text, named: name) }
}
