import Foundation
import Testing

@testable import Examples

#if os(Linux)
  /// A forked compiler does what one does that is started.
  @Suite struct CompileServerTests {
    private let folder: String
    private let frontend: String

    init() async throws {
      folder = NSTemporaryDirectory() + "compile server: \(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      frontend = try await Toolchain(cache: folder).tool("swift-frontend")
    }

    private func compiling(_ source: String, _ flags: [String] = [], timeout: Double = 60) -> Command {
      var environment = ProcessInfo.processInfo.environment
      environment["SWIFT_BACKTRACE"] = "enable=no"
      return Command(
        executable: frontend, arguments: ["-frontend", "-c", "-primary-file", source, "-o", source + ".o"] + flags,
        environment: environment, directory: folder, output: "\(folder)/\(source).log", timeout: timeout)
    }

    private func write(_ text: String, to file: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    }

    private func makePipe(_ file: String) { #expect(mkfifo("\(folder)/\(file)", 0o600) == 0) }

    /// Whether there is a process that reads from a named pipe, or waits to.
    private func isRead(_ file: String) -> Bool {
      let end = open("\(folder)/\(file)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if end >= 0 { close(end) }
      return end >= 0
    }

    /// The processes that the server has forked and that have not ended.
    private func forks(of server: pid_t) -> [pid_t] {
      let list = try? String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
      return (list ?? "").split(separator: " ").compactMap { pid_t($0) }.filter(isRunning)
    }

    private func isRunning(_ process: pid_t) -> Bool {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
      return status.split(separator: ")").last?.first { $0 != " " } != "Z"
    }

    private func wait(until condition: () async -> Bool) async throws {
      while await !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(arguments: [
      ("struct One { var two = [1: \"2\"] }\nprint(One().two.map(\\.key))\n", [], Command.End.exit(0)),
      ("let one = 1\nfunc two() { let three = 3 }\n", [], .exit(0)),
      ("let one: String = 1\nthree()\n", [], .exit(1)),
      ("let one = 1\n", ["-no-such-flag"], .exit(1)),
      ("let one = 1\n", ["-debug-crash-immediately"], .signal(SIGILL)),
      ("print(1)\n", ["-D", "\u{e9} \" '\n", "-D", ""], .exit(0)),
    ])
    func bothWaysAgree(source: String, flags: [String], end: Command.End) async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try write(source, to: "one.swift")
      let command = compiling("one.swift", flags)
      let object = "\(folder)/one.swift.o"
      let started = try await command.run()
      let code = FileManager.default.contents(atPath: object)
      #expect(started.end == end)
      #expect((code != nil) == (end == .exit(0)))
      try write(
        "enum Other { case one(Int), two }\nfor number in 1...3 { print(Other.one(number)) }\n", to: "other.swift")
      try await CompileServer.with(folder: folder) { server in
        // A compiler that is forked later has what those before it found out.
        #expect(await server.run(compiling("other.swift")) == .exit(0))
        for _ in 1...2 {
          try? FileManager.default.removeItem(atPath: object)
          let forked = try await command.run(on: server)
          #expect(forked.end == end)
          #expect(FileManager.default.contents(atPath: object) == code)
          #expect(forked.output == started.output)
          #expect(withoutAddresses(forked.errors) == withoutAddresses(started.errors))
        }
        let identifier = try #require(await server.processIdentifier)
        let isCrash = if case .signal = end { true } else { false }
        #expect(await server.run(command) == (isCrash ? nil : end), "what crashes is left to a compiler of its own")
        #expect(await server.processIdentifier == identifier)
      }
    }

    /// A compiler that crashes prints where its code lies, which is somewhere else each time.
    private func withoutAddresses(_ text: [UInt8]) -> String {
      String(decoding: text, as: UTF8.self).replacing(/0x[0-9a-f]+/, with: "0x")
    }

    @Test func manyAtOnceAreToldApart() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let numbers = Array(1...12)
      for number in numbers { try write("let number = missing\(number)\n", to: "\(number).swift") }
      let results = try await CompileServer.with(folder: folder) { server in
        try await withThrowingTaskGroup(of: (Int, Command.Result).self) { group in
          for number in numbers { group.addTask { (number, try await compiling("\(number).swift").run(on: server)) } }
          return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
      }
      for number in numbers {
        let errors = String(decoding: results[number]?.errors ?? [], as: UTF8.self)
        #expect(errors.hasPrefix("\(number).swift:1:14: error: cannot find 'missing\(number)' in scope"))
      }
    }

    @Test func whatTakesTooLongIsKilled() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      makePipe("endless.swift")
      try write("let one = 1\n", to: "one.swift")
      try await CompileServer.with(folder: folder) { server in
        #expect(await server.run(compiling("one.swift")) == .exit(0))
        let identifier = try #require(await server.processIdentifier)
        let result = try await compiling("endless.swift", timeout: 0.3).run(on: server)
        #expect(result.end == .timeout)
        try await wait { forks(of: identifier).isEmpty }
        #expect(!isRead("endless.swift"))
        #expect(await server.run(compiling("one.swift")) == .exit(0))
        #expect(await server.processIdentifier == identifier)
      }
    }

    @Test func aServerThatIsGoneIsNotMissed() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      makePipe("slow.swift")
      try write("let one = 1\n", to: "one.swift")
      try await CompileServer.with(folder: folder) { server in
        #expect(await server.run(compiling("one.swift")) == .exit(0))
        let identifier = try #require(await server.processIdentifier)
        async let slow = compiling("slow.swift").run(on: server)
        try await wait { !forks(of: identifier).isEmpty }
        let fork = forks(of: identifier)[0]
        kill(identifier, SIGKILL)
        try await wait { !isRunning(fork) }
        try write("let two = missing\n", to: "slow.swift")
        let result = try await slow
        #expect(result.end == .exit(1))
        #expect(String(decoding: result.errors, as: UTF8.self).contains("cannot find 'missing'"))
        #expect(await server.run(compiling("one.swift")) == nil)
        let again = try await compiling("one.swift").run(on: server)
        #expect(again.end == .exit(0))
      }
    }

    @Test func nothingIsLeftRunning() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      makePipe("endless.swift")
      let (identifier, end) = try await CompileServer.with(folder: folder) { server in
        let end = Task { await server.run(compiling("endless.swift")) }
        try await wait { await server.processIdentifier.map { !forks(of: $0).isEmpty } ?? false }
        return (await server.processIdentifier, end)
      }
      #expect(!isRead("endless.swift"))
      #expect(kill(try #require(identifier), 0) == -1)
      #expect(await end.value == nil)
    }

    @Test func withoutAServerAllIsAsUsual() async throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try write("let one = missing\n", to: "one.swift")
      // There is no clang beside this, and it is no compiler.
      var command = compiling("one.swift")
      (command.executable, command.arguments) = ("/bin/sh", ["-c", "echo said; exit 3"])
      try await CompileServer.with(folder: folder) { server in
        #expect(await server.run(command) == nil)
        let result = try await command.run(on: server)
        #expect(result.end == .exit(3))
        #expect(result.output == Array("said\n".utf8))
        #expect(await server.processIdentifier == nil)
      }
      try await CompileServer.with(folder: folder) { server in
        let many = compiling("one.swift", Array(repeating: "-Dlong\(String(repeating: "er", count: 1000))", count: 200))
        #expect(await server.run(many) == nil, "more than one message holds")
        let result = try await many.run(on: server)
        #expect(result.end == .exit(1))
        #expect(await server.run(compiling("one.swift")) == .exit(1))
      }
      let library = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".so") })
      try write("This cannot be loaded.", to: library)
      try await CompileServer.with(folder: folder) { server in
        #expect(await server.run(compiling("one.swift")) == nil)
        let result = try await compiling("one.swift").run(on: server)
        #expect(result.end == .exit(1))
      }
      try await CompileServer.with(folder: folder + "/missing") { server in
        let result = try await compiling("one.swift").run(on: server)
        #expect(result.end == .exit(1))
      }
    }
  }
#endif
