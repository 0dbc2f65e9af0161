import Measuring

/// Calls of subscribers within a delivery: the time of each must not depend on their number.
func withinDeliveries() -> [Row] {
  let sum = Sum()
  return [
    // No goal: the peer calls its subscriber within itself, where ours queues the values. It is here to stay linear.
    Row("switchToLatest, values sent within a delivery", per: .delivery) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = source(1).map { _ in subject }.switchToLatest().sink {
        sum.add($0)
        if $0 == 0 { for value in 1..<elements { subject.send(value) } }
      }
      subject.send(0)
      end(sink)
    },
    Row("subscribing and cancelling within a delivery", per: .subscription, goal: .faster(2)) {
      let subject = PassthroughSubject<Int, Never>()
      let sink = subject.sink { _ in
        for _ in 0..<elements { subject.sink { sum.add($0) }.cancel() }
      }
      subject.send(0)
      end(sink)
    },
  ]
}
