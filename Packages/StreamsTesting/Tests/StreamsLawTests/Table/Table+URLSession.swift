import Foundation
import StreamsLaws

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Present if Streams has its trait of this name, or is another Combine.
#if URLSession || COMBINE_TOOLSET || canImport(Darwin)
  extension Table {
    /// The publisher of a session, waiting for a response.
    static let loading: [Row] = [
      Row(source: "URLSession.DataTaskPublisher", except: heldByTheTask) {
        silentSession.dataTaskPublisher(for: URL(string: "silent://laws")!)
      }
    ]

    private static let heldByTheTask: [LawRule: String] = [
      .noLeaks: "the session keeps the task until it ends, as Apple's does"
    ]
  }

  /// A session whose requests never complete.
  private let silentSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Silence.self]
    return URLSession(configuration: configuration)
  }()

  private final class Silence: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {}
    override func stopLoading() {}
  }
#else
  extension Table {
    static let loading: [Row] = []
  }
#endif
