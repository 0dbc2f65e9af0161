import Combine
import Foundation
import Testing

/// Code as it is written for Apple's platforms.
private final class Counter: ObservableObject {
  private let taps = Combine.PassthroughSubject<Void, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private(set) var count = 0

  init() {
    taps.scan(0) { count, _ in count + 1 }
      .sink { [weak self] in self?.count = $0 }
      .store(in: &cancellables)
  }

  func tap() { taps.send() }
}

@Test func codeForCombineCompilesAndRuns() {
  let counter = Counter()
  counter.tap()
  counter.tap()
  #expect(counter.count == 2)
}

extension Publishers {
  fileprivate struct Twice<Upstream: Combine.Publisher>: Combine.Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure
    let upstream: Upstream

    func receive<S: Combine.Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.flatMap { [$0, $0].publisher.map { $0 } }.receive(subscriber: subscriber)
    }
  }
}

@Test func operatorsWrittenForCombineCompileAndRun() {
  #if canImport(Combine)
    var values: [Int] = []
    let source = PassthroughSubject<Int, Never>()
    let cancellable = Publishers.Twice(upstream: source).sink { values.append($0) }
    source.send(1)
    source.send(2)
    #expect(values == [1, 1, 2, 2])
    withExtendedLifetime(cancellable) {}
  #else
    Issue.record("canImport(Combine) must be true with the drop-in")
  #endif
}
