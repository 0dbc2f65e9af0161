/// One event at a time: the values, the completion, and what the subscribers do.
extension ReplaySubject {
  @inlinable @inline(never) func handle(_ event: Event) {
    if case .value(let value) = event { deliver(value) } else { change(event) }
  }

  @inlinable @inline(__always) func deliver(_ value: Output) {
    if completion != nil { return }
    buffer.append(value)
    // The array does not change meanwhile: events that occur during a delivery are handled later.
    for place in replays.indices {
      Unmanaged.passUnretained(replays[place])._withUnsafeGuaranteedRef { $0.offer(value, next: buffer.end) }
    }
  }

  @inlinable @inline(never) func change(_ event: Event) {
    switch event {
    case .value: break
    case .end(let end):
      if completion != nil { return }
      completion = end
      for replay in replays { serve(replay) }
    case .joined(let replay):
      buffer.removeExpired()
      replay.next = buffer.start
      replay.hasJoined = true
      joinedCount += 1
      replays.append(replay)
      serve(replay)
    case .changed(let replay): if replay.hasJoined { serve(replay) }
    case .abandoned(let count):
      finalCount = count
      discardIfUnneeded()
    }
  }

  /// Serves a subscriber from the buffer. Subscriptions are removed once half of them are over: constant time on average.
  @inlinable func serve(_ replay: Replay<Output, Failure>) {
    guard replay.serve(buffer, completion) else { return }
    overCount += 1
    guard overCount * 2 >= replays.count else { return }
    replays.removeAll { $0.isOver }
    overCount = 0
    discardIfUnneeded()
  }

  /// Releases the values once all subscribers, which are this many, have joined and left.
  @usableFromInline func abandon(after count: Int) { mailbox.post(.abandoned(after: count)) { handle($0) } }

  @inlinable func discardIfUnneeded() {
    if joinedCount == finalCount, replays.isEmpty { buffer = ReplayBuffer(capacity: 0) }
  }
}
