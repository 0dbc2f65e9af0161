/// Which tasks that are not a timeline's own have been adopted by one.
///
/// Sendable because everything is behind the lock.
final class Adoptions: @unchecked Sendable {
  static let shared = Adoptions()

  private let lock = Lock()
  /// Timelines that adopt now, and how often they were told to. Locked by `lock`.
  private var adopters: [ObjectIdentifier: Int] = [:]
  /// Adopted tasks by their numbers, which are never used again. Locked by `lock`.
  private var owners: [UInt64: Timeline] = [:]
  /// The tasks that have been seen since there were adopters: a task is adopted when it is first seen or never, so that
  /// one that lives elsewhere stays there, whoever wakes it. Locked by `lock`.
  private var seen = SeenTasks()
  /// The thread that makes a task to learn which number comes next. Locked by `lock`.
  private var probing: ThreadID?

  /// Begins to adopt what is started by the timeline's work. Nil, or why that cannot be.
  func begin(_ timeline: Timeline) -> String? {
    let failure = lock.withLock { () -> String? in
      if let failure = EnqueueHook.install() { return failure }
      probing = ThreadID.current
      return nil
    }
    if let failure { return failure }
    // Comes to `claim` at once, on this thread.
    Task.detached {}
    lock.withLock {
      probing = nil
      adopters[ObjectIdentifier(timeline), default: 0] += 1
    }
    timeline.state.withLock {
      $0.adopts = true
      $0.hasAdopted = true
    }
    return nil
  }

  func end(_ timeline: Timeline) {
    let isLast = lock.withLock {
      let left = adopters[ObjectIdentifier(timeline), default: 1] - 1
      adopters[ObjectIdentifier(timeline)] = left > 0 ? left : nil
      guard left <= 0 else { return false }
      owners = owners.filter { $0.value !== timeline }
      return true
    }
    if isLast { timeline.state.withLock { $0.adopts = false } }
  }

  /// The timeline that shall run the job, and whether it is the first of a task that the timeline shall own; nil for the
  /// pool.
  func claim(_ job: UnownedJob) -> (Timeline, isFirst: Bool)? {
    // What runs here: work of the timeline that this thread drives, or a task that a body not run by it has started,
    // for example one of the main actor.
    let here = DrivingThread.timeline ?? Timeline.current
    guard let task = EnqueueHook.task(of: job) else {
      guard let here, lock.withLock({ adopters[ObjectIdentifier(here)] != nil }) else { return nil }
      return (here, false)
    }
    return lock.withLock {
      if probing == ThreadID.current {
        if adopters.isEmpty { seen = SeenTasks(upTo: task) }
        EnqueueHook.learn(job)
        return nil
      }
      guard !adopters.isEmpty else { return nil }
      let isNew = seen.insert(task)
      if let owner = owners[task] { return (owner, false) }
      guard isNew, let here, adopters[ObjectIdentifier(here)] != nil else { return nil }
      let isFirst = EnqueueHook.isUnstarted(job)
      // A task that prefers the timeline comes to it directly from now on.
      if !isFirst { owners[task] = here }
      return (here, isFirst)
    }
  }
}

/// Numbers of tasks, one bit each: they are handed out in order.
struct SeenTasks {
  private var first: UInt64 = .max
  private var words: [UInt64] = []

  init() {}

  /// All numbers up to `newest` count as seen.
  init(upTo newest: UInt64) { first = newest + 1 }

  /// True if the number had not been seen.
  mutating func insert(_ number: UInt64) -> Bool {
    guard number >= first else { return false }
    let index = Int(number - first)
    let word = index / 64
    let bit = UInt64(1) << UInt64(index % 64)
    if word >= words.count { words.append(contentsOf: repeatElement(0, count: word - words.count + 64)) }
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }
}
