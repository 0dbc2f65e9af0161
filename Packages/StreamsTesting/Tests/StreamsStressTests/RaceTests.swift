import StreamsTesting
import Testing

/// Two or three threads that meet in one particular place.
@Suite(.leakCheck()) struct RaceTests {
  @Test func aCurrentValueIsTheLastOneDelivered() async {
    final class Shared {
      let subject = CurrentValueSubject<Int, Never>(0)
      var last = -1
    }
    func send(_ number: Int) -> (Shared) -> Void {
      { shared in for value in 1...20 { shared.subject.send(number * 100 + value) } }
    }
    await Races.race(
      times: 200,
      on: {
        let shared = Shared()
        shared.subject.subscribe(
          AnySubscriber(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { [unowned shared] in
              shared.last = $0
              return .none
            }))
        return shared
      }, send(1), send(2), send(3),
      check: { if $0.last != $0.subject.value { throw Wrong("\($0.last) came last, and \($0.subject.value) is it") } })
  }

  @Test func aReentrantSendIsDeliveredAfterEarlierSendsOfOtherThreads() {
    let subject = PassthroughSubject<Int, Never>()
    let log = Guarded<[Int]>([])
    let cancellable = subject.sink { value in
      if value == 1 {
        // They return, having left their values for this thread.
        Races.concurrently(1) { _ in subject.send(2) }
        Races.concurrently(1) { _ in subject.send(3) }
        subject.send(4)
      }
      if value == 2 { subject.send(5) }
      log.with { $0.append(value) }
    }
    subject.send(1)
    #expect(log.value == [1, 2, 3, 4, 5])
    cancellable.cancel()
  }

  @Test func aSubscriberThatArrivesWhileASubjectEndsReceivesTheCompletion() async {
    final class Shared {
      let subject = PassthroughSubject<Int, Never>()
      let census = Census()
      lazy var residents = (0..<2).map { _ in Resident(census, .unlimited) }
    }
    await Races.race(
      times: 500,
      on: {
        let shared = Shared()
        _ = shared.residents
        return shared
      }, { $0.subject.subscribe($0.residents[0]) }, { $0.subject.subscribe($0.residents[1]) },
      { $0.subject.send(completion: .finished) },
      check: { shared in
        for resident in shared.residents {
          if let problem = resident.problem { throw Wrong(problem) }
          if resident.ends != 1 { throw Wrong("\(resident.ends) ends") }
        }
      })
  }

  @Test func twoFirstSubscribersOfAShareConnectOnce() async {
    final class Shared {
      let connections = Guarded(0)
      let source = PassthroughSubject<Int, Never>()
      let residents = (0..<2).map { _ in Resident(Census(), .unlimited) }
      lazy var share = source.handleEvents(receiveSubscription: { [connections] _ in connections.with { $0 += 1 } })
        .share()
    }
    await Races.race(
      times: 1_000,
      on: {
        let shared = Shared()
        _ = shared.share
        return shared
      }, { $0.share.subscribe($0.residents[0]) }, { $0.share.subscribe($0.residents[1]) },
      check: { shared in
        if shared.connections.value != 1 { throw Wrong("\(shared.connections.value) connections") }
        shared.source.send(1)
        for resident in shared.residents {
          if let problem = resident.problem { throw Wrong(problem) }
          if resident.values != [1] { throw Wrong("\(resident.values) instead of [1]") }
        }
        shared.source.send(completion: .finished)
      })
  }

  private struct Wrong: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
