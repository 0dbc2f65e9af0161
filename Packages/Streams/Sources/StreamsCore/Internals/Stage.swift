/// What an operator tells debuggers, `print`, `dump` and mirrors about its inner object.
@usableFromInline protocol Stage {
  associatedtype Input
  associatedtype Output
  /// The description.
  var name: String { get }
  /// The children of the mirror.
  func children(downstream: Any) -> [Mirror.Child]
}

extension Stage {
  @usableFromInline func mirror(of subject: Any, downstream: Any) -> Mirror {
    Mirror(subject, children: children(downstream: downstream))
  }
}
