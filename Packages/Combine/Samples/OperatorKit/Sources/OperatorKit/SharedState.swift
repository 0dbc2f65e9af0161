@preconcurrency import Combine

/// A document that only one place changes at a time; not `Sendable`.
public final class Draft {
  public var text = ""
  public init() {}
}

/// What several isolation domains share. Combine's publishers and subjects are not `Sendable`; the import asks the compiler
/// to accept that.
public final class DraftFeed: Sendable {
  public let drafts = PassthroughSubject<Draft, Never>()
  public let latest = CurrentValueSubject<Draft, Never>(Draft())
  public let first = Future<Draft, Never> { $0(.success(Draft())) }
  public let texts: AnyPublisher<String, Never>

  public init() { texts = drafts.map(\.text).eraseToAnyPublisher() }

  public func later(_ text: String) -> Task<Void, Never> {
    Task.detached { [drafts] in
      let draft = Draft()
      draft.text = text
      drafts.send(draft)
    }
  }
}

extension Record: @unchecked @retroactive Sendable where Output: Sendable {}
