/// Values that tasks and threads write down.
final class Log<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])
  func add(_ value: Value) { values.withLock { $0.append(value) } }
  var all: [Value] { values.withLock { $0 } }
}
