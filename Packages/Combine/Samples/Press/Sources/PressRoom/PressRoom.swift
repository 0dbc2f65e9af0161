import Foundation
import Press

extension Notification.Name {
  public static let bookPrinted = Notification.Name("bookPrinted")
}

/// News of publishers. As on Apple's systems, Foundation alone suffices for requests and for the streams of its own types.
public final class PressRoom {
  public private(set) var publishers: [Publisher] = []
  public private(set) var printed: [String] = []
  private var subscription: Any?

  public init(center: NotificationCenter = .default) {
    subscription = center.publisher(for: .bookPrinted)
      .compactMap { $0.object as? String }
      .sink { [unowned self] in printed.append($0) }
  }

  public func add(_ name: String, at address: URL) {
    publishers.append(Publisher(name: name, address: address))
  }

  /// A stream of the catalogue of a publisher.
  static func catalogue(of name: String, at address: URL) -> URLSession.DataTaskPublisher {
    var request = URLRequest(url: address)
    request.setValue(name, forHTTPHeaderField: "X-Publisher")
    return URLSession.shared.dataTaskPublisher(for: request)
  }
}
