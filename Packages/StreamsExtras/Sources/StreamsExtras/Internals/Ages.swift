/// The times of the values that a subject keeps.
@usableFromInline protocol Ages: AnyObject {
  /// Notes a value that comes now.
  func append()
  func removeFirst()
  /// How many values, from the oldest on, are older than the limit.
  var tooOld: Int { get }
}

final class AgesOf<S: Scheduler>: Ages {
  private let scheduler: S
  private let limit: S.SchedulerTimeType.Stride
  private var times = Queue<S.SchedulerTimeType>()

  init(_ scheduler: S, limit: S.SchedulerTimeType.Stride) {
    self.scheduler = scheduler
    self.limit = limit
  }

  func append() { times.append(scheduler.now) }
  func removeFirst() { _ = times.popFirst() }

  var tooOld: Int {
    let now = scheduler.now
    var count = 0
    while count < times.count, times[count].distance(to: now) > limit { count += 1 }
    return count
  }
}
