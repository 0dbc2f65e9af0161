/// Finds work pending on one timeline while a test advances another one by mistake, outside `run { }`.
///
/// A timeline is on the list from its first work until its first advance or its deinitialisation. An advance of another
/// timeline, by the task or thread that created this one, marks it. If it is then deinitialised with pending work, one
/// issue names both. The list contains no references, so it keeps nothing alive.
enum ForgottenWork {
  /// A task, or a thread outside tasks.
  enum Owner: Hashable {
    case task(Int)
    case thread(ThreadID)

    static var current: Owner { withUnsafeCurrentTask { $0?.hashValue }.map { .task($0) } ?? .thread(.current) }
  }

  private struct Entry {
    let owner: Owner
    /// The other timeline that was advanced.
    var advanced: String?
  }

  /// A leaf lock: no other lock is taken while holding it.
  private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

  static func add(_ timeline: Timeline) {
    entries.withLock { $0[ObjectIdentifier(timeline)] = Entry(owner: timeline.maker) }
  }

  /// Removes a timeline from the list. Returns the name of another timeline that was advanced meanwhile, if any.
  @discardableResult
  static func remove(_ timeline: Timeline) -> String? {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(timeline)) }?.advanced
  }

  /// Marks the timelines that were created by the current task or thread, which has advanced `timeline`.
  static func noteAdvance(of timeline: Timeline) {
    entries.withLock { entries in
      guard !entries.isEmpty else { return }
      let owner = Owner.current
      for (key, entry) in entries where entry.owner == owner && entry.advanced == nil {
        entries[key]?.advanced = timeline.name
      }
    }
  }
}

extension Timeline {
  /// Records the first work on a timeline that was never advanced.
  func noteFirstWork() {
    ForgottenWork.add(self)
    introduceToCurrent()
  }

  /// Reports, when this timeline is deinitialised, work that was pending while another one was advanced.
  ///
  /// Only on the task or thread that created it, because the issue might otherwise be attributed to another test.
  func reportForgottenWork() {
    guard let advanced = ForgottenWork.remove(self), maker == .current,
      let (pending, place) = state.withLock({ $0.forgotten })
    else { return }
    let other = advanced == name ? "another timeline of that name" : advanced
    reportIssue(
      """
      Work is pending on \(name), which was never advanced. The same task or thread advanced \(other). Use one timeline, \
      for example DispatchQueue.test(on:), or advance both. Pending on \(name): \(describe(pending))
      """, at: ReportPlace(of: place))
  }
}
