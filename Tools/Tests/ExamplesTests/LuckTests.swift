import Foundation
import Testing

@testable import Examples

#if os(Linux)
  extension EndToEndOfOthers {
    /// Outputs that are right today, on this machine, or in this run alone.
    struct LuckTests {
      private func failures(_ examples: [String], repetitions: Int = 1) async throws -> [String?] {
        let fixture = try Fixture("Register")
        try fixture.write(examples.map { "```swift\n\($0)\n```\n" }.joined(separator: "\n"), to: "luck.md")
        let report = try await fixture.verify(["luck.md"]) { ($0.ignoresCache, $0.repetitions) = (true, repetitions) }
        return report.results.map(\.failure?.message)
      }

      private func isOtherThanDocumented(_ message: String?) -> Bool {
        message?.contains("prints something other than documented") ?? false
      }

      @Test func outputThatDependsOnTheDateFails() async throws {
        let year = Calendar.current.component(.year, from: Date())
        let day = DateFormatter()
        day.locale = Locale(identifier: "en_US_POSIX")
        day.dateFormat = "EEEE"
        let messages = try await failures([
          "import Foundation\nprint(Calendar.current.component(.year, from: Date()))  // Prints: \(year)",
          "import Foundation\nlet day = DateFormatter()\nday.locale = Locale(identifier: \"en_US_POSIX\")\n"
            + "day.dateFormat = \"EEEE\"\nprint(day.string(from: .now))  // Prints: \(day.string(from: .now))",
        ])
        #expect(messages.count == 2)
        #expect(messages.allSatisfy { $0?.hasSuffix("; it depends on the date") == true }, "\(messages)")
      }

      /// The C library's functions do not call each other through their names, so each has its own replacement.
      @Test func outputThatDependsOnTheTimeInCFails() async throws {
        let year = Int(Date().timeIntervalSince1970) / 31_557_600 + 1970
        let messages = try await failures(
          [
            "let now = time(nil)", "var now = 0\ntime(&now)",
            "var value = timeval()\ngettimeofday(&value, nil)\nlet now = value.tv_sec",
            "var value = timespec()\nclock_gettime(CLOCK_REALTIME, &value)\nlet now = value.tv_sec",
            "var value = timespec()\ntimespec_get(&value, TIME_UTC)\nlet now = value.tv_sec",
          ].map { "import Glibc\n\($0)\nprint(now / 31_557_600 + 1970)  // Prints: \(year)" })
        #expect(messages.count == 5)
        #expect(messages.allSatisfy { $0?.hasSuffix("; it depends on the date") == true }, "\(messages)")
      }

      @Test func assertionsThatDependOnTheDateFail() async throws {
        let year = Calendar.current.component(.year, from: Date())
        let messages = try await failures([
          "import Foundation\nprecondition(Calendar.current.component(.year, from: Date()) == \(year))"
        ])
        #expect(messages.first??.hasPrefix("traps: ") == true, "\(messages)")
      }

      @Test func outputThatIsRightOnAnyDatePasses() async throws {
        let messages = try await failures([
          "import Foundation\nprint(Date() > Date(timeIntervalSince1970: 1_700_000_000))  // Prints: true",
          "import Foundation\nlet start = Date()\nThread.sleep(until: start + 0.01)\nprint(Date() >= start + 0.01)  // Prints: true",
        ])
        #expect(messages == [nil, nil])
      }

      @Test func outputThatDependsOnTheProcessOrTheMachineFails() async throws {
        let messages = try await failures([
          "import Foundation\nprint(getpid())  // Prints: 2",
          "import Foundation\nprint(ProcessInfo.processInfo.processIdentifier)  // Prints: 2",
          "import Glibc\nvar name = [CChar](repeating: 0, count: 256)\ngethostname(&name, 255)\n"
            + "print(name.prefix { $0 != 0 }.map { Character(UnicodeScalar(UInt8($0))) }.map(String.init).joined())"
            + "  // Prints: \(ProcessInfo.processInfo.hostName)",
        ])
        #expect(messages.count == 3 && messages.allSatisfy(isOtherThanDocumented), "\(messages)")
      }

      @Test(.enabled(if: ProcessInfo.processInfo.processorCount > 1, "one processor is all there is"))
      func outputThatDependsOnTheNumberOfProcessorsFails() async throws {
        let count = ProcessInfo.processInfo.processorCount
        let messages = try await failures([
          "import Foundation\nprint(ProcessInfo.processInfo.processorCount)  // Prints: \(count)",
          "import Foundation\nprint(ProcessInfo.processInfo.activeProcessorCount)"
            + "  // Prints: \(ProcessInfo.processInfo.activeProcessorCount)",
        ])
        #expect(messages.count == 2 && messages.allSatisfy(isOtherThanDocumented), "\(messages)")
      }

      private static let orders = [
        "await withTaskGroup(of: Int.self) { group in\n  for n in 1...10 { group.addTask { n } }\n  for await n in group { print(n) }\n}",
        "async let a: Void = print(1)\nasync let b: Void = print(2)\nasync let c: Void = print(3)\nasync let d: Void = print(4)\n"
          + "async let e: Void = print(5)\nasync let f: Void = print(6)\nasync let g: Void = print(7)\nasync let h: Void = print(8)\n"
          + "async let i: Void = print(9)\nasync let j: Void = print(10)\n_ = await (a, b, c, d, e, f, g, h, i, j)",
        "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\n"
          + "let done = DispatchSemaphore(value: 0)\nfor n in 1...10 {\n  Thread.detachNewThread {\n"
          + "    lock.withLock { items.append(n) }\n    done.signal()\n  }\n}\nfor _ in 1...10 { done.wait() }\n"
          + "for n in items { print(n) }",
        "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\nlet group = DispatchGroup()\n"
          + "for n in 1...10 {\n  DispatchQueue.global().async(group: group) { lock.withLock { items.append(n) } }\n}\n"
          + "group.wait()\nfor n in items { print(n) }",
        "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\n"
          + "let queue = DispatchQueue(label: \"a\", attributes: .concurrent)\nfor n in 1...10 {\n"
          + "  queue.async { lock.withLock { items.append(n) } }\n}\n"
          + "queue.sync(flags: .barrier) {}\nfor n in items { print(n) }",
        "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\n"
          + "DispatchQueue.concurrentPerform(iterations: 10) { n in lock.withLock { items.append(n) } }\n"
          + "for n in items { print(n + 1) }",
        "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\nlet queue = OperationQueue()\n"
          + "for n in 1...10 { queue.addOperation { lock.withLock { items.append(n) } } }\n"
          + "queue.waitUntilAllOperationsAreFinished()\nfor n in items { print(n) }",
        "let tasks = (1...10).map { n in Task.detached { print(n) } }\nfor task in tasks { await task.value }",
        // Threads that print at almost the same time, long after they started.
        "import Foundation\nlet starts = (1...10).map { _ in DispatchSemaphore(value: 0) }, done = DispatchSemaphore(value: 0)\n"
          + "for n in 1...10 {\n  Thread.detachNewThread {\n    done.signal()\n    starts[n - 1].wait()\n"
          + "    print(n)\n    done.signal()\n  }\n}\nfor _ in starts { done.wait() }\n"
          + "for start in starts {\n  start.signal()\n  Thread.sleep(forTimeInterval: 0.0003)\n}\n"
          + "for _ in starts { done.wait() }",
      ]

      @Test(.enabled(if: ProcessInfo.processInfo.processorCount > 1, "threads take turns on one processor"))
      func outputThatDependsOnTheOrderOfThreadsFails() async throws {
        // Ten, because on a busy machine a second thread may start too late to overtake the first.
        let output = (1...10).map { "\n// \($0)" }.joined()
        let messages = try await failures(Self.orders.map { $0 + "\n// Prints ten lines:" + output })
        #expect(messages.count == Self.orders.count)
        for (code, message) in zip(Self.orders, messages) {
          #expect(isOtherThanDocumented(message), "\(code)\n\(message ?? "")")
        }
      }

      @Test(.enabled(if: ProcessInfo.processInfo.processorCount > 1, "threads take turns on one processor"))
      func outputThatDependsOnTheFirstThreadToBeFasterFails() async throws {
        let head =
          "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\n"
          + "let done = DispatchSemaphore(value: 0)\n"
          + "@Sendable func add(_ n: Int) { lock.withLock { items.append(n) } }\n"
        let starts = [
          "Task.detached { add(2); done.signal() }", "DispatchQueue.global().async { add(2); done.signal() }",
          "DispatchQueue.global().async(group: DispatchGroup()) { add(2); done.signal() }",
          "Thread.detachNewThread { add(2); done.signal() }",
        ]
        // Three times as often as a check runs it, since one in a few hundred checks passes.
        let messages = try await failures(
          starts.map { head + $0 + "\nadd(1)\ndone.wait()\nprint(items)  // Prints: [1, 2]" }, repetitions: 72)
        #expect(messages.count == 4 && messages.allSatisfy(isOtherThanDocumented), "\(messages)")
      }

      @Test func jobsOfQueuesThatWaitForEachOtherPass() async throws {
        let head =
          "import Foundation\nlet lock = NSLock()\nnonisolated(unsafe) var items: [Int] = []\n"
          + "@Sendable func add(_ n: Int) { lock.withLock { items.append(n) } }\n"
        let messages = try await failures(
          [
            "let queue = DispatchQueue(label: \"a\", attributes: .concurrent)\nqueue.async { add(1) }\n"
              + "queue.async(flags: .barrier) { add(2) }\nqueue.async { add(3) }\nqueue.sync(flags: .barrier) {}",
            "let queue = DispatchQueue(label: \"a\", attributes: .concurrent)\nqueue.async { add(1) }\n"
              + "queue.async(execute: DispatchWorkItem(flags: .barrier) { add(2) })\nqueue.async { add(3) }\n"
              + "queue.sync(flags: .barrier) {}",
            "let item = DispatchWorkItem { add(1) }, done = DispatchSemaphore(value: 0)\n"
              + "item.notify(queue: .global()) { add(2); done.signal() }\nDispatchQueue.global().async(execute: item)\n"
              + "item.wait()\ndone.wait()\nadd(3)",
            "let item = DispatchWorkItem { add(0) }, group = DispatchGroup(), done = DispatchSemaphore(value: 0)\nitem.cancel()\n"
              + "DispatchQueue.global().async(group: group, execute: item)\n"
              + "DispatchQueue.global().async(group: group) { add(1) }\n"
              + "group.notify(queue: .global()) { add(2); done.signal() }\ndone.wait()\nadd(3)",
          ].map { head + $0 + "\nprint(items)  // Prints: [1, 2, 3]" })
        #expect(messages == [nil, nil, nil, nil])
      }

      /// In a process that had forked, two threads could wait for each other in a lock of the runtime, in 4 of 100 runs.
      @Test func threadsThatPrintAtTheSameTimeEnd() async throws {
        let fixture = try Fixture("Register")
        let code = "import Dispatch\n\nDispatchQueue.concurrentPerform(iterations: 2) { _ in print(1) }"
        try fixture.write("```swift\n\(code)\n// Prints two lines:\n// 1\n// 1\n```\n", to: "threads.md")
        let report = try await fixture.verify(["threads.md"]) {
          $0.ignoresCache = true
          $0.repetitions = 100
        }
        #expect(report.results.map(\.failure?.message) == [nil])
      }

      @Test func anOutputThatDiffersIsComparedNoFurther() async throws {
        let fixture = try Fixture("Register")
        try fixture.write("```swift\nprint(Int.random(in: 0...1))  // Prints: 0\n```\n", to: "random.md")
        let report = try await fixture.verify(["random.md"]) { ($0.ignoresCache, $0.width) = (true, 1) }
        let message = try #require(report.results.first?.failure?.message)
        #expect(message.contains(/in \d+ of \d+ runs/) && !message.contains("of 24 runs"), "\(message)")
      }

      @Test func outputThatDependsOnARandomNumberFails() async throws {
        let messages = try await failures(["print(Int.random(in: 0...1))  // Prints: 0"])
        #expect(messages.count == 1 && messages.allSatisfy(isOtherThanDocumented), "\(messages)")
      }
    }
  }
#endif
