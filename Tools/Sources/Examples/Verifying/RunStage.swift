import Files
import Foundation

/// In how many processes an output is compared.
private enum RunCount {
  /// Where the output may vary: hashes, random numbers, tasks, threads. Two elements of a set keep their order in at most
  /// 9/16 of all processes, so this many agree with a probability of one in a million.
  static let varying = 24
  /// So many failures that are equal are taken for what it always prints. Of an order that varies, this is wrong once in
  /// 30,000 times.
  static let equalFailures = 18
  /// Where it may vary, and the output was compared in as many as a new one before the library changed.
  static let known = 8
  /// Anywhere else.
  static let plain = 3
}

extension Verifier {
  /// By how much the clock of each run is ahead of that of the run before: another year, weekday, hour and minute.
  private static let secondsAhead = 397 * 86_400 + 5 * 3600 + 7 * 60

  /// Links the compiled examples into libraries.
  func link(_ jobs: inout [Job], _ compiler: Compiler) async throws {
    let open = jobs.open
    var objects: [String: String] = [:]
    for compiled in open.compactMap({ jobs[$0].compiled }) { objects[compiled.module] = compiled.object }
    let symbols = try await ObjectSymbols.of(objects, folder: buildFolder, compiler.toolchain)
    let outcomes = try await compiler.link(
      objects.sorted { $0.key < $1.key }.map { ($0.key, $0.value, symbols[$0.key]?.needsIsolation ?? true) })
    for index in open {
      guard let module = jobs[index].compiled?.module else { continue }
      jobs[index].symbols = symbols[module]
      switch outcomes[module] {
      case .success(let path): jobs[index].library = path
      case .failure(let error): jobs[index].fail(.link, "does not link", detail: error.description)
      case nil: break
      }
    }
  }

  /// Runs the examples, and judges what they did.
  func run(_ jobs: inout [Job], _ compiler: Compiler) async throws {
    let open = jobs.open.filter { jobs[$0].library != nil }
    let tell = options.progress
    let width = max((options.jobs ?? Cores.count) / max(open.count, 1), 1)
    let results = try await inParallel(
      open.map { jobs[$0] }, width: options.jobs,
      progress: { tell("running \($0) of \(open.count)") }
    ) { [verifier = self] job in
      try await verifier.runRepeatedly(job, compiler, sideBySide: width)
    }
    for (index, result) in zip(open, results) {
      let count = runCount(of: jobs[index], compiler)
      (jobs[index].run, jobs[index].verdict) = result
      if jobs[index].example.expected != nil { jobs[index].comparisons = max(count, jobs[index].comparisons ?? 0) }
    }
  }

  /// The first run that failed, or the last.
  private func runRepeatedly(_ job: Job, _ compiler: Compiler, sideBySide width: Int) async throws -> (Run, Verdict) {
    var count = runCount(of: job, compiler)
    var runs: [(run: Run, verdict: Verdict)] = []
    // The first alone: most examples that fail do so at once.
    while runs.count < count, !isSettled(runs, within: count) {
      let next = runs.isEmpty ? 1 : min(width, count - runs.count)
      runs += try await inParallel(Array(runs.count..<runs.count + next)) {
        try await run(job, compiler, variation: $0)
      }
      if runs.count == 1, judgement(of: job).comparesOtherComments(with: runs[0].run) {
        count = max(count, runCount(of: job, compiler, isCompared: true))
      }
    }
    guard let last = runs.last else { throw VerifierError("\(job.example.name) has not been run") }
    let failures = runs.compactMap(\.verdict.failure)
    guard var failure = failures.first, let first = runs.first(where: { $0.verdict.failure != nil }) else {
      return last
    }
    if let place = await place(of: failure, job, compiler) {
      (failure.line, failure.column) = (place.line, place.column)
    }
    if failures.count < runs.count { failure.message += " (in \(failures.count) of \(runs.count) runs)" }
    let isUnstable = failures.contains { $0.corrected != failure.corrected }
    failure.isUnstable = isUnstable || failures.count < runs.count
    if failure.isUnstable, job.symbols?.readsClock ?? false, runs[0].verdict.failure == nil {
      failure.message += "; it depends on the date"
    } else if isUnstable {
      failure.message += "; the output differs from run to run"
    }
    return (first.run, .failed(failure))
  }

  /// Whether no further run says more: it failed otherwise than by its output, or again and again in the same way.
  private func isSettled(_ runs: [(run: Run, verdict: Verdict)], within count: Int) -> Bool {
    let failures = runs.compactMap(\.verdict.failure)
    guard let first = failures.first, failures.count == runs.count else {
      return options.repetitions <= 1 && failures.contains { $0.kind != .output }
    }
    if first.kind != .output, options.repetitions <= 1 { return true }
    return failures.count >= min(count, RunCount.equalFailures) && failures.allSatisfy { $0 == first }
  }

  private func run(_ job: Job, _ compiler: Compiler, variation: Int) async throws -> (run: Run, verdict: Verdict) {
    var settings = runSettings(of: job, compiler)
    settings.variation = variation
    if job.symbols?.readsClock ?? false { settings.secondsAhead = variation * Self.secondsAhead }
    let run = try await Run(job.example, settings)
    // A wait for a time of the system's clock does not end before that.
    if run.end == .timeout, settings.secondsAhead > 0 { return try await self.run(job, compiler, variation: 0) }
    return (run, judgement(of: job).onRunning(run, timeout: settings.timeout))
  }

  /// In how many processes an output is compared.
  private func runCount(of job: Job, _ compiler: Compiler, isCompared: Bool = false) -> Int {
    guard options.repetitions <= 1 else { return options.repetitions }
    let varies = job.symbols.map { $0.varies || $0.readsClock } ?? true
    guard isCompared || job.example.expected != nil else { return varies ? RunCount.plain : 1 }
    guard varies || compiler.probe.mentionsHashing else { return RunCount.plain }
    return (job.comparisons ?? 0) >= RunCount.varying ? RunCount.known : RunCount.varying
  }

  func runSettings(of job: Job, _ compiler: Compiler) -> RunSettings {
    RunSettings(
      supervisor: compiler.probe.supervisor, program: compiler.probe.program, library: job.library ?? "",
      module: job.compiled?.module ?? "", folder: buildFolder + "/runs",
      timeout: job.example.attributes.timeout ?? configuration.timeout, outputLimit: configuration.outputLimit)
  }

  /// Where an example ended that should not have: in its own innermost frame, or else in the statement it was at.
  private func place(of failure: Failure, _ job: Job, _ compiler: Compiler) async -> CrashPlace? {
    guard [.trap, .signal, .exit].contains(failure.kind) else { return nil }
    if failure.kind != .exit, let crash = try? await CrashPlace.find(job.example, runSettings(of: job, compiler)) {
      return crash
    }
    return await lastStatement(of: job, compiler)
  }
}
