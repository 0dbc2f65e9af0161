import Foundation
import Subprocess
import SystemPackage

/// A compiler that is loaded once and forked for each example, which saves a quarter of what an example takes.
///
/// Only for glibc, whose entry into `main` can be taken over by a library that is loaded before others. Everywhere else,
/// and whenever something about it does not work, it declines, and each example has its compiler started as usual.
actor CompileServer {
  /// The folder for the library.
  private let folder: String
  /// What the server was started with. Other commands are not for it.
  private var program: (executable: String, environment: [String: String]?)?
  private var start: Task<Bool, Never>?
  private var process: Task<Void, Never>?
  /// The process of the server while it runs.
  private(set) var processIdentifier: pid_t?
  /// Our end of the socket for requests; -1 when there is no server.
  private var socket: Int32 = -1
  private var lastNumber: Int32 = 0
  private var requests: [Int32: AsyncStream<Reply>.Continuation] = [:]
  /// What has come of a reply that is not whole yet.
  private var rest: [UInt8] = []

  private init(folder: String) {
    self.folder = folder
  }

  /// Calls `body` with a server that starts when it is first needed, and has ended when this returns.
  static func with<Result>(
    folder: String, _ body: (CompileServer) async throws -> Result
  ) async rethrows -> Result {
    let server = CompileServer(folder: folder)
    do {
      let result = try await body(server)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  /// Runs `command` to its end; its process group is killed when the task is cancelled.
  ///
  /// - Returns: nil when the command has not been run to its end, through no fault of its own.
  func run(_ command: Command) async -> Command.End? {
    if start == nil {
      program = (command.executable, command.environment)
      start = Task { await launch(command) }
    }
    guard await start?.value == true, let program, program == (command.executable, command.environment) else {
      return nil
    }
    lastNumber += 1
    let number = lastNumber
    let (replies, continuation) = AsyncStream.makeStream(of: Reply.self)
    requests[number] = continuation
    defer { requests[number] = nil }
    guard send(number, command.request) else { return nil }
    var group: pid_t?
    var end: Command.End?
    // Replies end early when the server does, and when the task is cancelled.
    loop: for await reply in replies {
      switch reply.kind {
      case .started:
        group = reply.value
        await RunningPrograms.shared.add(reply.value)
      case .ended:
        end = Command.End(compilerStatus: reply.value)
        break loop
      case .refused: break loop
      }
    }
    if end == nil {
      // The server alone knows when the number of the process is no longer its own, but may be gone.
      if !send(number, []), let group { kill(-group, SIGKILL) }
    }
    if let group { await RunningPrograms.shared.remove(group) }
    return Task.isCancelled ? end ?? .signal(SIGKILL) : end
  }

  private func send(_ number: Int32, _ bytes: [UInt8]) -> Bool {
    guard socket >= 0 else { return false }
    let message = withUnsafeBytes(of: number, Array.init) + bytes
    return RequestSocket.send(message, to: socket)
  }

  private func launch(_ command: Command) async -> Bool {
    guard let library = await library(for: command.executable), let (ours, its) = RequestSocket.pair() else {
      return false
    }
    socket = ours
    var environment = command.environment ?? ProcessInfo.processInfo.environment
    // A relative path, because an absolute one might have blanks or colons in it.
    environment["LD_PRELOAD"] = "./" + library + (environment["LD_PRELOAD"].map { ":" + $0 } ?? "")
    process = Task { [environment] in
      await serve(command.executable, environment: environment, socket: its)
      stopped()
    }
    return true
  }

  /// Starts the server, and takes its replies until it ends.
  private func serve(_ executable: String, environment: [String: String], socket: Int32) async {
    var options = PlatformOptions()
    options.processGroupID = 0
    // Without the library this is a compiler that says something and ends.
    _ = try? await Subprocess.run(
      .path(FilePath(executable)), arguments: ["--version"],
      environment: .custom(
        Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
      workingDirectory: FilePath(folder), platformOptions: options,
      input: .fileDescriptor(FileDescriptor(rawValue: socket), closeAfterSpawningProcess: true),
      output: .sequence, error: .discarded
    ) { execution in
      let group = execution.processIdentifier.value
      processIdentifier = group
      await RunningPrograms.shared.add(group)
      for try await buffer in execution.standardOutput { receive(buffer.withUnsafeBytes(Array.init)) }
      await RunningPrograms.shared.remove(group)
    }
  }

  private func receive(_ bytes: [UInt8]) {
    rest += bytes
    while rest.count >= Reply.size {
      let reply = Reply(rest.prefix(Reply.size))
      rest.removeFirst(Reply.size)
      if let reply { requests[reply.number]?.yield(reply) }
    }
  }

  private func stopped() {
    processIdentifier = nil
    closeSocket()
    for request in requests.values { request.finish() }
  }

  private func closeSocket() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  /// Ends the server, and waits until it has.
  private func stop() async {
    _ = await start?.value
    closeSocket()
    await process?.value
  }

  /// The name of the library in `folder`. It is compiled anew only when its source has changed.
  private func library(for executable: String) async -> String? {
    guard RequestSocket.isAvailable else { return nil }
    let source = PackageResources.CompileServer_c
    var digest = Digest()
    source.withUnsafeBytes { digest.add(bytes: $0) }
    let name = "compile-server-\(digest.name)"
    guard !Fingerprint.exists("\(folder)/\(name).so") else { return name + ".so" }
    let flags = ["-O1", "-shared", "-fPIC", "\(name).c", "-o", "\(name).new", "-ldl"]
    try? Data(source).write(to: URL(fileURLWithPath: "\(folder)/\(name).c"))
    let result = try? await Command(
      executable: Library.folder(of: executable) + "/clang", arguments: flags, directory: folder,
      output: "\(folder)/compile-server.log"
    ).run()
    guard result?.end == .exit(0), rename("\(folder)/\(name).new", "\(folder)/\(name).so") == 0 else { return nil }
    return name + ".so"
  }
}

extension CompileServer {
  /// What the server says of a request. `value` is the process when it has started, and the status when it has ended.
  private struct Reply: Sendable {
    enum Kind: Int32 { case started, ended, refused }

    static let size = 3 * MemoryLayout<Int32>.size

    var number: Int32
    var kind: Kind
    var value: Int32

    init?(_ bytes: ArraySlice<UInt8>) {
      let words = bytes.withUnsafeBytes { bytes in
        (0..<3).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Int32>.size, as: Int32.self) }
      }
      guard let kind = Kind(rawValue: words[1]) else { return nil }
      (number, self.kind, value) = (words[0], kind, words[2])
    }
  }
}

extension Command {
  /// The strings of a request to the server, each with its end.
  fileprivate var request: [UInt8] {
    ([directory, output, output + ".err", executable] + arguments).flatMap { Array($0.utf8) + [0] }
  }
}

extension Command.End {
  /// What `wait` says of a compiler. Nil unless it is as compilers end that do not crash: what those say should have
  /// nothing of the server in it.
  fileprivate init?(compilerStatus: Int32) {
    guard compilerStatus & 0x7f == 0, [0, 1].contains(compilerStatus >> 8) else { return nil }
    self = .exit(compilerStatus >> 8)
  }
}
