@preconcurrency import Combine
import Dispatch

/// A document that is changed in one place at a time; not `Sendable`.
public final class Draft {
  public var text = ""
  public init() {}
}

/// Drafts for several isolation domains. Combine's publishers and subjects are not `Sendable`; the attribute of the import
/// tells the compiler to accept them.
public final class DraftFeed: Sendable {
  public static let shared = DraftFeed()

  public let drafts = PassthroughSubject<Draft, Never>()
  public let latest = CurrentValueSubject<Draft, Never>(Draft())
  public let first = Future<Draft, Never> { $0(.success(Draft())) }
  public let texts: AnyPublisher<String, Never>

  public init() { texts = drafts.map(\.text).eraseToAnyPublisher() }

  public func write(_ text: String) -> Task<Void, Never> {
    Task.detached { [drafts] in
      let draft = Draft()
      draft.text = text
      drafts.send(draft)
    }
  }
}

/// Cancels on another thread.
public func cancel(_ cancellable: any Cancellable, on queue: DispatchQueue) {
  queue.async { cancellable.cancel() }
}

/// Requests on another thread.
public func request(_ demand: Subscribers.Demand, of subscription: any Subscription, on queue: DispatchQueue) {
  queue.async { subscription.request(demand) }
}

/// Keeps the latest draft of a publisher that comes from elsewhere.
@MainActor public final class DraftModel: ObservableObject {
  @Published public private(set) var draft = Draft()
  private let archive = DraftArchive()
  private var connection: (any Cancellable)?

  public init() {}

  deinit { connection?.cancel() }

  public func show(_ feed: DraftFeed) async {
    connection = feed.drafts.sink { [weak self] in self?.draft = $0 }
    await archive.keep(feed.drafts.eraseToAnyPublisher())
    for await draft in feed.latest.prefix(1).values { self.draft = draft }
  }
}

actor DraftArchive {
  private var publishers: [AnyPublisher<Draft, Never>] = []

  func keep(_ publisher: AnyPublisher<Draft, Never>) { publishers.append(publisher) }
}

/// Declared by the package, as Combine does not.
extension Record: @unchecked @retroactive Sendable where Output: Sendable {}
