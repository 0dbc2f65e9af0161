/// One event at a time: the values, the completion, and what the subscribers do.
extension ReplaySubject {
  /// Calls `handle` if no thread is handling events. Otherwise leaves the event for the handling thread.
  ///
  /// - Parameter event: Evaluated only to leave it, because debug builds look up its type.
  @inlinable @inline(__always) func post(_ event: @autoclosure () -> Event, handle: () -> Void) {
    if mailbox.take() { handle() } else if !leave(event()) { return }
    if !mailbox.settle() { handleQueued() }
  }

  @inlinable @inline(never) func leave(_ event: @autoclosure () -> Event) -> Bool { mailbox.leave(event()) }

  /// Handles the events that were left, and makes the mailbox idle.
  @inlinable @inline(never) func handleQueued() {
    repeat { if let event = mailbox.next() { handle(event) } } while !mailbox.settle()
  }

  @inlinable @inline(never) func handle(_ event: Event) {
    switch event {
    case .value(let value): deliver(value)
    case .end(let completion): end(completion)
    case .joined(let replay): join(replay)
    case .changed(let replay): serve(replay)
    case .abandoned(let count): abandon(count)
    }
  }

  @inlinable @inline(__always) func deliver(_ value: Output) {
    if hasEnded { return }
    buffer.append(value)
    let number = buffer.end &- 1
    var next = first
    // The list does not change meanwhile: events that occur during a delivery are handled later.
    while let replay = next {
      replay._withUnsafeGuaranteedRef {
        $0.offer(value, number: number)
        next = $0.following
      }
    }
  }

  @usableFromInline func end(_ completion: Subscribers.Completion<Failure>) {
    if hasEnded { return }
    hasEnded = true
    if case .failure(let error) = completion { self.error = Boxed(error) }
    var next = first
    while let replay = next?.takeUnretainedValue() {
      next = replay.following
      serve(replay)
    }
  }

  @inlinable var completion: Subscribers.Completion<Failure> {
    if let error { .failure(error.value) } else { .finished }
  }

  @inlinable func join(_ replay: Replay<Output, Failure>) {
    if !buffer.expiries.isEmpty { buffer.removeExpired() }
    joinedCount += 1
    append(replay)
    replay.join(self, next: buffer.start)
    serve(replay)
  }

  @inlinable func serve(_ replay: Replay<Output, Failure>) {
    guard replay.serve(from: self) else { return }
    remove(replay)
    discardIfUnneeded()
  }

  // MARK: The list

  @inlinable func append(_ replay: Replay<Output, Failure>) {
    let added = Unmanaged.passRetained(replay)
    replay.previous = last
    if let last { last._withUnsafeGuaranteedRef { $0.following = added } } else { first = added }
    last = added
  }

  @inlinable func remove(_ replay: Replay<Output, Failure>) {
    let (previous, following) = (replay.previous, replay.following)
    if let previous { previous._withUnsafeGuaranteedRef { $0.following = following } } else { first = following }
    if let following { following._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    Unmanaged.passUnretained(replay).release()
  }

  // MARK: Discarding the values

  /// Releases the values once all subscribers, which are this many, have joined and left.
  @usableFromInline func abandon(after count: Int) {
    post(.abandoned(after: count)) { abandon(count) }
  }

  @usableFromInline func abandon(_ count: Int) {
    finalCount = count
    discardIfUnneeded()
  }

  @inlinable func discardIfUnneeded() {
    if joinedCount == finalCount, case .none = first { buffer = ReplayBuffer(capacity: 0) }
  }
}
