import StreamsExtras
import StreamsTesting
import Testing

struct SelectingTests {
  let time = VirtualTimeScheduler()

  private func values<P: Publisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
    var values: [P.Output] = []
    _ = publisher.sink { values.append($0) }
    return values
  }

  @Test func filtersAndMapsMany() {
    let arrays = [[1, 2, 3], [4]].publisher
    expectEqual(values(arrays.filterMany { $0 % 2 == 1 }), [[1, 3], []])
    expectEqual(values(arrays.mapMany { $0 * 2 }), [[2, 4, 6], [8]])
  }

  @Test func removesAllDuplicates() {
    let numbers = [1, 2, 1, 3, 2].publisher
    expectEqual(values(numbers.removeAllDuplicates()), [1, 2, 3])
    expectEqual(values(numbers.distinct { $0 % 2 }), [1, 2])
    expectEqual(values(numbers.removeAllDuplicates { $0 % 2 == $1 % 2 }), [1, 2])
    let twice = numbers.removeAllDuplicates()
    expectEqual(values(twice), values(twice), "each subscriber has its own memory")
  }

  @Test func unwrapsTogglesAndNumbers() {
    expectEqual(values([1, nil, 3].publisher.unwrap()), [1, 3])
    expectEqual(values([true, false].publisher.toggle()), [false, true])
    expectEqual(values(["a", "b"].publisher.enumerated()).map { "\($0.offset)\($0.element)" }, ["0a", "1b"])
    expectEqual(values([1, 2, 3].publisher.accumulate(10, +)), [10, 11, 13, 16])
  }

  @Test func timestampsAreTheSchedulersTimes() {
    var stamps: [String] = []
    let sink = time.cold("-a--b|").timestamp(scheduler: time)
      .sink { stamps.append("\($0.value) \($0.time)") }
    time.run()
    expectEqual(stamps, ["a 0.001", "b 0.004"])
    withExtendedLifetime(sink) {}
  }

  @Test func partitionAsksItsPredicateOncePerValue() {
    let source = PassthroughSubject<Int, Never>()
    var calls = 0
    let (even, odd) = source.partition {
      calls += 1
      return $0 % 2 == 0
    }
    var sent: (even: [Int], odd: [Int]) = ([], [])
    let sinks = [even.sink { sent.even.append($0) }, odd.sink { sent.odd.append($0) }]
    for value in 1...5 { source.send(value) }
    expectEqual(sent.even, [2, 4])
    expectEqual(sent.odd, [1, 3, 5])
    expectEqual(calls, 5)
    withExtendedLifetime(sinks) {}
  }
}
