import Schedulers

/// Tasks that let others in between two steps that belong together.
let taskRaces: [Race] = [
  Race(
    tasks: "lost update",
    broken: { timeline in
      let balance = Shared(0)
      try await together(2, on: timeline) { _ in
        let old = balance.value
        await Task.yield()
        balance.value = old + 1
      }
      try check(balance.value == 2, "the balance is \(balance.value)")
    },
    fixed: { timeline in
      let balance = Shared(0)
      try await together(2, on: timeline) { _ in
        await Task.yield()
        balance.value += 1
      }
      try check(balance.value == 2, "the balance is \(balance.value)")
    }),

  Race(
    tasks: "check, then act",
    broken: { timeline in
      let seats = Shared(1)
      try await together(2, on: timeline) { _ in
        guard seats.value > 0 else { return }
        await Task.yield()
        seats.value -= 1
      }
      try check(seats.value == 0, "\(seats.value) seats")
    },
    fixed: { timeline in
      let seats = Shared(1)
      try await together(2, on: timeline) { _ in
        await Task.yield()
        guard seats.value > 0 else { return }
        seats.value -= 1
      }
      try check(seats.value == 0, "\(seats.value) seats")
    }),

  Race(
    tasks: "an actor lets others in while it waits",
    broken: { timeline in
      let account = Account(100)
      try await together(2, on: timeline) { _ in await account.withdrawCarelessly(100) }
      let left = await account.balance
      try check(left == 0, "the balance is \(left)")
    },
    fixed: { timeline in
      let account = Account(100)
      try await together(2, on: timeline) { _ in await account.withdraw(100) }
      let left = await account.balance
      try check(left == 0, "the balance is \(left)")
    }),

  Race(
    tasks: "loaded twice",
    broken: { timeline in
      let loads = Shared(0)
      let image = Shared<Int?>(nil)
      try await together(2, on: timeline) { _ in
        if image.value == nil {
          loads.value += 1
          await Task.yield()
          image.value = 1
        }
      }
      try check(loads.value == 1, "\(loads.value) loads")
    },
    fixed: { timeline in
      let loads = Shared(0)
      let image = Shared<Task<Int, any Error>?>(nil)
      try await together(2, on: timeline) { _ in
        let load =
          image.value
          ?? timeline.task {
            loads.value += 1
            await Task.yield()
            return 1
          }
        image.value = load
        _ = try await load.value
      }
      try check(loads.value == 1, "\(loads.value) loads")
    }),

  Race(
    tasks: "two refreshes of one token",
    broken: { timeline in
      let server = Shared(1)
      let token = Shared(0)
      try await together(2, on: timeline) { _ in
        guard token.value != server.value else { return }
        server.value += 1
        let new = server.value
        await Task.yield()
        token.value = new
      }
      try check(token.value == server.value && server.value == 2, "token \(token.value) of \(server.value)")
    },
    fixed: { timeline in
      let server = Shared(1)
      let token = Shared(0)
      let isRefreshing = Shared(false)
      try await together(2, on: timeline) { _ in
        guard token.value != server.value, !isRefreshing.value else { return }
        isRefreshing.value = true
        server.value += 1
        let new = server.value
        await Task.yield()
        token.value = new
        isRefreshing.value = false
      }
      try check(token.value == server.value && server.value == 2, "token \(token.value) of \(server.value)")
    }),

  Race(
    tasks: "an old answer overwrites a new value",
    broken: { timeline in
      let server = Shared(1)
      let cache = Shared(0)
      try await together(2, on: timeline) { index in
        if index == 0 {
          let answer = server.value
          await Task.yield()
          cache.value = answer
        } else {
          server.value = 2
          await Task.yield()
          cache.value = 2
        }
      }
      try check(cache.value == server.value, "shows \(cache.value), is \(server.value)")
    },
    fixed: { timeline in
      let server = Shared(1)
      let cache = Shared((version: -1, value: 0))
      try await together(2, on: timeline) { index in
        if index == 0 {
          let answer = (server.value, server.value)
          await Task.yield()
          if answer.0 > cache.value.version { cache.value = answer }
        } else {
          server.value = 2
          await Task.yield()
          if 2 > cache.value.version { cache.value = (2, 2) }
        }
      }
      try check(cache.value.value == server.value, "shows \(cache.value), is \(server.value)")
    }),

  Race(
    tasks: "two locks in two orders",
    broken: { timeline in
      let locks = [AsyncLock(), AsyncLock()]
      let finished = Shared(0)
      try await together(2, on: timeline) { index in
        await locks[index].lock()
        await Task.yield()
        await locks[1 - index].lock()
        finished.value += 1
        locks[1 - index].unlock()
        locks[index].unlock()
      }
      try check(finished.value == 2, "deadlock: \(finished.value) of 2 finished")
    },
    fixed: { timeline in
      let locks = [AsyncLock(), AsyncLock()]
      let finished = Shared(0)
      try await together(2, on: timeline) { _ in
        await locks[0].lock()
        await Task.yield()
        await locks[1].lock()
        finished.value += 1
        locks[1].unlock()
        locks[0].unlock()
      }
      try check(finished.value == 2, "deadlock: \(finished.value) of 2 finished")
    }),
]

/// Wakes `count` tasks at one instant, and lets each of them do `work`.
private func together(
  _ count: Int, on timeline: Timeline, _ work: @escaping @Sendable (Int) async throws -> Void
) async throws {
  for index in 0..<count {
    timeline.task {
      try await timeline.sleep(for: .seconds(1))
      try await work(index)
    }
  }
  await timeline.advance(by: .seconds(1))
}

private actor Account {
  var balance: Int
  init(_ balance: Int) { self.balance = balance }

  func withdrawCarelessly(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    balance -= amount
    await Task.yield()
  }
}

/// A lock that suspends. Sendable because it is used by tasks of one timeline, one at a time.
private final class AsyncLock: @unchecked Sendable {
  private var isTaken = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  nonisolated(nonsending) func lock() async {
    if !isTaken {
      isTaken = true
      return
    }
    await withUnsafeContinuation { waiting.append($0) }
  }

  func unlock() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
