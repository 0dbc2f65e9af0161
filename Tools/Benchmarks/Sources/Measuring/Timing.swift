import Allocations

/// How long and how often to measure.
public struct Effort: Sendable {
  /// How often each body is timed.
  public let repetitions: Int
  /// How long one timing takes at least, in nanoseconds: the body is called as often as that needs.
  public let nanoseconds: Double
  /// After how many nanoseconds the bodies of a row are not timed again.
  public let limit: Double

  public init(repetitions: Int, milliseconds: Double, limit: Double = .infinity) {
    precondition(repetitions > 0, "Effort: needs at least one repetition")
    self.repetitions = repetitions
    nanoseconds = milliseconds * 1_000_000
    self.limit = limit * 1_000_000
  }

  public static let full = Effort(repetitions: 7, milliseconds: 25)
  /// Figures scatter, but a cliff shows.
  public static let quick = Effort(repetitions: 3, milliseconds: 5)
  /// For the guard, which looks twice.
  public static let glance = Effort(repetitions: 3, milliseconds: 1, limit: 20)
}

/// The measurements of one side of a row.
public struct Timing: Codable, Sendable, Equatable {
  /// Nanoseconds of processor time an operation, once for each repetition.
  public var nanoseconds: [Double]
  /// Heap allocations an operation; `nil` where they cannot be counted.
  public var allocations: Double?
  /// Bytes an operation that were still held when the body had ended for the first time; `nil` where they cannot be counted.
  public var heldBytes: Double?
  /// The total that the body's sinks added to their sums the first time. Two sides that do the same work add the same.
  public var added: Int?

  public init(nanoseconds: [Double], allocations: Double? = nil, heldBytes: Double? = nil, added: Int? = nil) {
    self.nanoseconds = nanoseconds
    self.allocations = allocations
    self.heldBytes = heldBytes
    self.added = added
  }
}

/// A body that is ready to be timed: warmed up, its allocations counted, its number of calls settled.
struct Contender {
  let body: Row.Body
  let operations: Int
  let calls: Int
  var result: Timing

  init(_ body: @escaping Row.Body, operations: Int, effort: Effort) {
    self.body = body
    self.operations = operations
    let before = Sum.grandTotal
    heap_start()
    body()
    let held = heap_stop().heldBytes
    let added = Sum.grandTotal &- before
    heap_start()
    let start = cpuTime()
    body()
    let heap = heap_stop()
    let once = Double(max(1, cpuTime() - start))
    calls = max(1, Int((effort.nanoseconds / once).rounded(.up)))
    result = Timing(
      nanoseconds: [],
      allocations: heap_can_count() ? Double(heap.count) / Double(operations) : nil,
      heldBytes: heap_can_count() ? Double(held) / Double(operations) : nil,
      added: added)
  }

  mutating func time() {
    let start = cpuTime()
    for _ in 0..<calls { body() }
    result.nanoseconds.append(Double(cpuTime() - start) / Double(calls) / Double(operations))
  }
}

/// Times the bodies in turn, one repetition of each after the other, so that what slows the machine slows all alike.
func measure(_ bodies: [(operations: Int, body: Row.Body)], effort: Effort) -> [Timing] {
  var contenders = bodies.map { Contender($0.body, operations: $0.operations, effort: effort) }
  let start = cpuTime()
  for _ in 0..<effort.repetitions {
    for index in contenders.indices { contenders[index].time() }
    if Double(cpuTime() - start) >= effort.limit { break }
  }
  return contenders.map(\.result)
}
