import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks web servers whether what pages link to is there.
public struct LinkChecker: Sendable {
  /// What came of asking.
  public enum Verdict: Codable, Equatable, Sendable {
    case works
    /// The server says that there is nothing: status 404 or 410.
    case gone(Int)
    /// Nobody can tell: no answer, or one that may be another tomorrow.
    case unsure(String)
  }

  /// An answer that is remembered.
  struct Answer: Codable, Equatable {
    var verdict: Verdict
    var time: Date
  }

  /// The file that answers are kept in.
  public var cache: String
  /// For how long an answer is good, in seconds. Answers that say nothing are not kept at all.
  public var lifetime: TimeInterval = 7 * 24 * 3600
  /// How long to wait for an answer, in seconds.
  public var timeout: TimeInterval = 15
  /// How many addresses are asked for at once.
  public var width = 8

  public init(cache: String) {
    self.cache = cache
  }

  /// The verdicts on `addresses`, requesting addresses that differ only in their fragments once.
  public func check(_ addresses: some Sequence<String>) async -> [String: Verdict] {
    var known = read()
    let pages = Set(addresses.map(LinkChecker.page))
    let open = pages.filter { known[$0].map { Date().timeIntervalSince($0.time) > lifetime } ?? true }.sorted()
    for (page, verdict) in await ask(open) { known[page] = Answer(verdict: verdict, time: Date()) }
    write(known)
    return Dictionary(
      addresses.map { ($0, known[LinkChecker.page($0)]?.verdict ?? .unsure("not asked")) }, uniquingKeysWith: { $1 })
  }

  private static func page(_ address: String) -> String {
    String(address.prefix { $0 != "#" })
  }

  private func ask(_ pages: [String]) async -> [(String, Verdict)] {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = timeout
    settings.timeoutIntervalForResource = timeout * 2
    let session = URLSession(configuration: settings)
    defer { session.invalidateAndCancel() }
    return await withTaskGroup(of: (String, Verdict).self) { group in
      var results: [(String, Verdict)] = []
      var rest = pages[...]
      func start() {
        guard let page = rest.popFirst() else { return }
        group.addTask { (page, await verdict(on: page, session)) }
      }
      for _ in 0..<width { start() }
      while let result = await group.next() {
        results.append(result)
        start()
      }
      return results
    }
  }

  private func verdict(on page: String, _ session: URLSession) async -> Verdict {
    guard let url = URL(string: page) else { return .unsure("not an address") }
    var verdict = await ask(url, "HEAD", session)
    // Some servers only answer what browsers ask.
    if verdict != .works { verdict = await ask(url, "GET", session) }
    return verdict
  }

  private func ask(_ url: URL, _ method: String, _ session: URLSession) async -> Verdict {
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("Mozilla/5.0 (link check)", forHTTPHeaderField: "User-Agent")
    return await withCheckedContinuation { continuation in
      session.dataTask(with: request) { _, response, error in
        if let response = response as? HTTPURLResponse {
          switch response.statusCode {
          case 200..<400: continuation.resume(returning: .works)
          case 404, 410: continuation.resume(returning: .gone(response.statusCode))
          default: continuation.resume(returning: .unsure("status \(response.statusCode)"))
          }
        } else {
          continuation.resume(returning: .unsure(error?.localizedDescription ?? "no answer"))
        }
      }.resume()
    }
  }

  private func read() -> [String: Answer] {
    FileManager.default.contents(atPath: cache)
      .flatMap { try? JSONDecoder().decode([String: Answer].self, from: $0) } ?? [:]
  }

  private func write(_ answers: [String: Answer]) {
    let kept = answers.filter { answer in
      if case .unsure = answer.value.verdict { return false }
      return Date().timeIntervalSince(answer.value.time) <= lifetime
    }
    let file = URL(fileURLWithPath: cache)
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? JSONEncoder().encode(kept).write(to: file, options: .atomic)
  }
}
