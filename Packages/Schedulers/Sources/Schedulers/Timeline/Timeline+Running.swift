extension Timeline {
  /// Runs all pending work, instant by instant, until only background work is left.
  ///
  /// A timer that is never cancelled would make the run endless. The run therefore stops when the next action is due
  /// beyond the horizon, or when `limit` actions have run in addition to those pending at the start. It then reports an
  /// issue that names the timer and, if it is known, its line. The work stays pending.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var walk = Walk(.pending(background: false), budget: Budget(.run, horizon: horizon, limit: limit))
    drive(&walk)
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if case .budget(let failure) = walk.end { report("run() of \(name) \(failure).", at: place) }
  }

  /// Runs all pending work, instant by instant, and waits for tasks like ``advance(by:isolation:)``, until only
  /// background work is left.
  ///
  /// It is bounded like the synchronous form, and reports the same issue. Because settling takes real time, it also
  /// stops when tasks have settled after 100,000 instants, in addition to one for each action pending at the start. A
  /// `limit` other than the default, smaller or larger, replaces that bound. With a `timeout`, these bounds have no
  /// defaults, and tasks that never wait are limited by ``limitAtInstant``.
  ///
  /// - Parameters:
  ///   - horizon: The maximum distance in virtual time.
  ///   - limit: The maximum number of actions, not counting those pending at the start once tasks have settled.
  ///   - timeout: The maximum real time, which is checked before each action; nil for none.
  public func run(
    horizon: Duration = Timeline.defaultHorizon, limit: Int = Timeline.defaultLimit, timeout: Duration? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let budget = Budget(
      .run, horizon: timeout != nil && horizon == Self.defaultHorizon ? nil : horizon,
      limit: timeout != nil && limit == Self.defaultLimit ? nil : limit, timeout: timeout)
    let end = await walk(Walk(.pending(background: false), budget: budget), isolation: isolation).end
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    if case .budget(let failure) = end { report("run() of \(name) \(failure).", at: place) }
  }

  /// The maximum number of actions and jobs of tasks at one instant, in addition to those pending when time reaches it
  /// or an advance begins. A million by default.
  ///
  /// If more run, the advance ends and reports an issue at the line that scheduled the due work. The clock stays at
  /// that instant, and the work stays pending.
  public var limitAtInstant: Int {
    get { state.withLock { $0.stepLimit } }
    set {
      state.withLock { $0.setLimit(newValue) }
    }
  }

  /// The default horizon of `run()`: a hundred years.
  public static var defaultHorizon: Duration { .seconds(3_153_600_000 as Int64) }

  /// The default limit of `run()` and of ``limitAtInstant``: a million, in addition to the work pending at the start.
  public static var defaultLimit: Int { 1_000_000 }
}
