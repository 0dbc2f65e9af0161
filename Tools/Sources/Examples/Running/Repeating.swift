import Files
import Foundation

/// In how many processes an example runs, unless one is enough.
private enum RunCount {
  /// Where the output may vary: hashes, random numbers, tasks, threads. Two elements of a set keep their order in at most
  /// 9/16 of all processes, so this many agree with a probability of one in a million.
  static let varying = 24
  /// So many failures that are equal are taken for what it always prints. Of an order that varies, this is wrong once in
  /// 30,000 times.
  static let equalFailures = 18
  /// Where it may vary, and the output was compared in as many as a new one before the library changed.
  static let known = 8
  /// Of any other compared output, and of an example without one that may vary.
  static let plain = 3
}

extension Verifier {
  /// By how much the clock of each run is ahead of that of the run before: another year, weekday, hour and minute.
  private static let secondsAhead = 397 * 86_400 + 5 * 3600 + 7 * 60

  /// Runs the examples, and judges what they did.
  func run(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    let open = jobs.open.filter { jobs[$0].library != nil }
    let own = max((width ?? Cores.count) / max(open.count, 1), 1)
    let results = try await inParallel(
      open.map { jobs[$0] }, width: width, progress: { progress("running \($0) of \(open.count)") }
    ) { [verifier = self] job in
      try await verifier.repeated(job, probe, sideBySide: own)
    }
    for (index, job) in zip(open, results) { jobs[index] = job }
  }

  /// Runs an example as often as its output may differ. The result is the first run that failed, or the last.
  private func repeated(_ job: Job, _ probe: BuiltProbe, sideBySide width: Int) async throws -> Job {
    let known = job.comparisons ?? 0
    let mayDiffer = job.symbols.varies || job.symbols.readsClock
    func count(isCompared: Bool) -> Int {
      if repetitions > 1 { return repetitions }
      guard isCompared else { return mayDiffer ? RunCount.plain : 1 }
      guard mayDiffer || probe.mentionsHashing else { return RunCount.plain }
      return known >= RunCount.varying ? RunCount.known : RunCount.varying
    }
    var job = job
    let isCompared = job.example.expected != nil
    var most = count(isCompared: isCompared)
    if isCompared { job.comparisons = max(most, known) }
    var runs: [Job] = []
    // The first alone: most examples that fail do so at once.
    while runs.count < most, !isSettled(runs, within: most) {
      let next = runs.isEmpty ? 1 : min(width, most - runs.count)
      runs += try await inParallel(Array(runs.count..<runs.count + next)) { [job] in
        try await judgedRun(job, probe, variation: $0)
      }
      if runs.count == 1, runs[0].printsOtherComments { most = max(most, count(isCompared: true)) }
    }
    job = runs.first { $0.failure != nil } ?? runs.last ?? job
    guard var failure = job.failure else {
      var hidden = job.countsCalls ? try await unreachedExpectation(of: job, probe) : nil
      if hidden == nil { hidden = await trapElsewhere(job, probe) }
      if let hidden { job.verdict = .failed(hidden) }
      return job
    }
    let failures = runs.compactMap(\.failure)
    if let place = await place(of: failure, job, probe) { (failure.line, failure.column) = (place.line, place.column) }
    if failures.count < runs.count { failure.message += " (in \(failures.count) of \(runs.count) runs)" }
    let isUnstable = failures.contains { $0.corrected != failure.corrected }
    failure.isUnstable = isUnstable || failures.count < runs.count
    if failure.isUnstable, job.symbols.readsClock, runs[0].failure == nil {
      failure.message += "; it depends on the date"
    } else if isUnstable {
      failure.message += "; the output differs from run to run"
    }
    job.verdict = .failed(failure)
    return job
  }

  /// Whether no further run says more: it failed otherwise than by its output, its output differs from run to run, or it
  /// failed again and again in the same way.
  private func isSettled(_ runs: [Job], within count: Int) -> Bool {
    let failures = runs.compactMap(\.failure)
    guard let first = failures.first else { return false }
    let isWhole = failures.count == runs.count
    if repetitions <= 1 {
      if !isWhole || failures.contains(where: { $0.kind != .output || $0.corrected != first.corrected }) { return true }
    }
    return isWhole && failures.count >= min(count, RunCount.equalFailures) && failures.allSatisfy { $0 == first }
  }

  private func judgedRun(_ job: Job, _ probe: BuiltProbe, variation: Int) async throws -> Job {
    let secondsAhead = job.symbols.readsClock ? variation * Self.secondsAhead : 0
    let run = try await runOnce(job, probe, variation: variation, secondsAhead: secondsAhead)
    // A wait for a time of the system's clock does not end before that.
    if run.end == .timeout, secondsAhead > 0 { return try await judgedRun(job, probe, variation: 0) }
    var job = job
    (job.run, job.verdict) = (run, job.verdict(on: run, configuration))
    return job
  }

  /// Where an example ended that should not have: in its own innermost frame, or else in the statement it was at.
  private func place(of failure: Failure, _ job: Job, _ probe: BuiltProbe) async -> CrashPlace? {
    switch failure.kind {
    case .trap, .signal: await crashPlaces(of: job, probe).first
    case .exit: await lastStatement(of: job, probe)
    default: nil
    }
  }
}
