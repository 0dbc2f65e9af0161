import Foundation
import StreamsCore

extension NotificationCenter {
  /// Returns a publisher of the notifications with a name.
  ///
  /// Each subscriber receives the notifications that it has requested, one at a time, on the thread on which they are
  /// posted. A notification that is posted while another thread delivers is delivered by that thread. Notifications
  /// without demand are dropped. The publisher never ends.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: the sender of the notifications; nil for any sender. The publisher holds it.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Sends the notifications with a name that a center posts, from just before the subscriber receives its subscription
  /// until that is cancelled or released.
  public struct Publisher: StreamsCore.Publisher, _OwnPublisher {
    public typealias Output = Notification
    public typealias Failure = Never

    /// The center that posts the notifications.
    @_alwaysEmitIntoClient public let center: NotificationCenter
    /// The name of the notifications.
    @_alwaysEmitIntoClient public let name: Notification.Name
    /// The sender of the notifications; nil for any sender.
    @_alwaysEmitIntoClient public let object: AnyObject?

    /// Creates a publisher of the notifications called `name` that `center` posts, from `object` or, if it is nil, from
    /// any sender.
    public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
      self.center = center
      self.name = name
      self.object = object
    }

    public func _attach(node: _ErasedSubscriber<Notification, Never>) {
      let subject = PassthroughSubject<Notification, Never>()
      subject.receive(
        subscriber: AnySubscriber(
          receiveSubscription: { node.receive(subscription: Observer(self, subject, $0)) },
          receiveValue: { node.receive($0) }))
    }
  }
}

extension NotificationCenter.Publisher: Equatable {
  /// Whether both publishers have the same center, name and object.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.center === rhs.center && lhs.name == rhs.name && lhs.object === rhs.object
  }
}

/// A subscription to a center's notifications.
///
/// Sendable because a lock guards its state, and the rest is constant.
private final class Observer: Subscription, @unchecked Sendable, CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  private let name: Notification.Name
  /// The subscription to the subject that delivers the notifications.
  private let delivery: any Subscription
  private let lock = Lock()
  // Guarded by `lock`.
  private var publisher: NotificationCenter.Publisher?
  /// The center's registration of this observer.
  private var registration: (any NSObjectProtocol)?

  init(
    _ publisher: NotificationCenter.Publisher, _ subject: PassthroughSubject<Notification, Never>,
    _ delivery: any Subscription
  ) {
    name = publisher.name
    self.delivery = delivery
    self.publisher = publisher
    // Safe because a subject may be used on any thread. It is not Sendable only because a notification is not.
    nonisolated(unsafe) let subject = subject
    registration = publisher.center.addObserver(forName: name, object: publisher.object, queue: nil) {
      subject.send($0)
    }
  }

  deinit { cancel() }

  func request(_ demand: Subscribers.Demand) { if demand != .none { delivery.request(demand) } }

  func cancel() {
    let (last, registration) = lock.withLock { (publisher.take(), self.registration.take()) }
    if let registration { last?.center.removeObserver(registration) }
    delivery.cancel()
  }

  var description: String { "NotificationCenter Observer" }
  var playgroundDescription: Any { description }
  var customMirror: Mirror {
    let publisher = lock.withLock { self.publisher }
    return Mirror(
      self,
      children: [
        "center": publisher?.center as Any, "name": name, "object": publisher?.object as Any,
        "demand": Mirror(reflecting: delivery).descendant("demand") ?? Subscribers.Demand.none,
      ])
  }
}
