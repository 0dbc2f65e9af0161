import Schedulers

/// Two callbacks that come at one instant.
let actionRaces: [Race] = [
  Race(
    "cancel against start",
    broken: { timeline in
      var work: Timeline.Token?
      var hasRun = false
      timeline.schedule(in: .seconds(1)) { work = timeline.schedule(in: .seconds(1)) { hasRun = true } }
      timeline.schedule(in: .seconds(1)) { work?.cancel() }
      timeline.advance(by: .seconds(3))
      try check(!hasRun, "ran although it was cancelled")
    },
    fixed: { timeline in
      var work: Timeline.Token?
      var isCancelled = false
      var hasRun = false
      timeline.schedule(in: .seconds(1)) {
        if !isCancelled { work = timeline.schedule(in: .seconds(1)) { hasRun = true } }
      }
      timeline.schedule(in: .seconds(1)) {
        isCancelled = true
        work?.cancel()
      }
      timeline.advance(by: .seconds(3))
      try check(!hasRun, "ran although it was cancelled")
    }),

  Race(
    "timeout against result",
    broken: { timeline in
      var result: String?
      var messages: [String] = []
      timeline.schedule(in: .seconds(3)) {
        result = "42"
        messages.append("got 42")
      }
      timeline.schedule(in: .seconds(3)) { if result == nil { messages.append("gave up") } }
      timeline.advance(by: .seconds(3))
      try check(messages.count == 1, "\(messages)")
    },
    fixed: { timeline in
      var messages: [String] = []
      func finish(_ message: String) { if messages.isEmpty { messages.append(message) } }
      timeline.schedule(in: .seconds(3)) { finish("got 42") }
      timeline.schedule(in: .seconds(3)) { finish("gave up") }
      timeline.advance(by: .seconds(3))
      try check(messages.count == 1, "\(messages)")
    }),

  Race(
    "one flag for two loads",
    broken: { timeline in
      var isSpinning = true
      timeline.schedule(in: .seconds(2)) { isSpinning = false }
      timeline.schedule(in: .seconds(2)) { isSpinning = true }
      timeline.advance(by: .seconds(2))
      try check(isSpinning, "nothing spins while the second load runs")
    },
    fixed: { timeline in
      var loads = 1
      timeline.schedule(in: .seconds(2)) { loads -= 1 }
      timeline.schedule(in: .seconds(2)) { loads += 1 }
      timeline.advance(by: .seconds(2))
      try check(loads > 0, "nothing spins while the second load runs")
    }),

  Race(
    "event before its handler",
    broken: { timeline in
      var handler: ((Int) -> Void)?
      var seen: [Int] = []
      timeline.schedule(in: .seconds(1)) { handler = { seen.append($0) } }
      timeline.schedule(in: .seconds(1)) { handler?(7) }
      timeline.advance(by: .seconds(1))
      try check(seen == [7], "the event was dropped")
    },
    fixed: { timeline in
      var handler: ((Int) -> Void)?
      var waiting: [Int] = []
      var seen: [Int] = []
      timeline.schedule(in: .seconds(1)) {
        handler = { seen.append($0) }
        waiting.forEach { handler?($0) }
        waiting = []
      }
      timeline.schedule(in: .seconds(1)) { if let handler { handler(7) } else { waiting.append(7) } }
      timeline.advance(by: .seconds(1))
      try check(seen == [7], "the event was dropped")
    }),

  Race(
    "the last user leaves as the next one comes",
    broken: { timeline in
      var users = 1
      var isOpen = true
      timeline.schedule(in: .seconds(1)) { users += 1 }
      timeline.schedule(in: .seconds(1)) {
        users -= 1
        if users == 0 { isOpen = false }
      }
      timeline.advance(by: .seconds(1))
      try check(isOpen, "one user and a closed connection")
    },
    fixed: { timeline in
      var users = 1
      var isOpen = true
      timeline.schedule(in: .seconds(1)) {
        users += 1
        isOpen = true
      }
      timeline.schedule(in: .seconds(1)) {
        users -= 1
        if users == 0 { isOpen = false }
      }
      timeline.advance(by: .seconds(1))
      try check(isOpen, "one user and a closed connection")
    }),

  Race(
    "deleted before it was inserted",
    broken: { timeline in
      var items: Set<Int> = []
      timeline.schedule(in: .seconds(1)) { items.insert(1) }
      timeline.schedule(in: .seconds(1)) { items.remove(1) }
      timeline.advance(by: .seconds(1))
      try check(items.isEmpty, "the deleted item is back")
    },
    fixed: { timeline in
      var items: Set<Int> = []
      var deleted: Set<Int> = []
      timeline.schedule(in: .seconds(1)) { if !deleted.contains(1) { items.insert(1) } }
      timeline.schedule(in: .seconds(1)) {
        items.remove(1)
        deleted.insert(1)
      }
      timeline.advance(by: .seconds(1))
      try check(items.isEmpty, "the deleted item is back")
    }),

  Race(
    "tick after pause",
    broken: { timeline in
      var score = 0
      var scoreAtPause = 0
      let timer = timeline.schedule(at: .init(nanoseconds: 1), every: .nanoseconds(1)) { score += 1 }
      timeline.schedule(at: .init(nanoseconds: 2)) {
        scoreAtPause = score
        timeline.schedule { timer.cancel() }
      }
      timeline.advance(by: .nanoseconds(4))
      try check(score == scoreAtPause, "the score went on to \(score) after the pause at \(scoreAtPause)")
    },
    fixed: { timeline in
      var score = 0
      var scoreAtPause = 0
      let timer = timeline.schedule(at: .init(nanoseconds: 1), every: .nanoseconds(1)) { score += 1 }
      timeline.schedule(at: .init(nanoseconds: 2)) {
        scoreAtPause = score
        timer.cancel()
      }
      timeline.advance(by: .nanoseconds(4))
      try check(score == scoreAtPause, "the score went on to \(score) after the pause at \(scoreAtPause)")
    }),
]
