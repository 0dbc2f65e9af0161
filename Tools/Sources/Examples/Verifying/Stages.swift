import Files
import Foundation

extension Verifier {
  func compile(_ jobs: inout [Job], _ toolchains: [String: ExampleToolchain]) async throws {
    let open = jobs.indices.filter { jobs[$0].verdict == nil }
    // Fences that continue each other are compiled one after the other, since what one leaves out the next ones do too.
    var chains: [[Int]] = []
    var places: [String: Int] = [:]
    for index in open {
      let isContinued = !jobs[index].example.earlier.isEmpty
      if isContinued, let place = places[jobs[index].example.file] {
        chains[place].append(index)
      } else {
        if isContinued { places[jobs[index].example.file] = chains.count }
        chains.append([index])
      }
    }
    let work = chains.map { chain in
      chain.compactMap { index in
        jobs[index].probe.flatMap { toolchains[$0] }.map { (jobs[index], $0.compiler) }
      }
    }
    let tell = options.progress
    let pages = Dictionary(grouping: jobs.map(\.example)) { $0.file }
    let compiled = try await inParallel(
      work, width: options.jobs, progress: { tell("compiling \($0) of \(work.count)") }
    ) { [verifier = self] chain in
      var leftOut: Set<Int> = []
      var results: [Job] = []
      for (job, compiler) in chain {
        var job = job
        let page = pages[job.example.file] ?? []
        let own = job.leftOut
        job.leftOut.formUnion(leftOut.union(job.example.earlierTests))
        try await verifier.compile(&job, compiler, page)
        if job.compiled?.object == nil, job.leftOut != own {
          // What did not compile before this fence may compile with it: it declares what was missing.
          var whole = job
          (whole.leftOut, whole.verdict) = (own, nil)
          try await verifier.compile(&whole, compiler, page)
          if whole.compiled?.object != nil { job = whole }
        }
        if let settled = job.settled, settled.compiled.object != nil { leftOut.formUnion(settled.leftOut) }
        results.append(job)
      }
      return results
    }
    for (index, job) in zip(chains.joined(), compiled.joined()) { jobs[index] = job }
  }

  private func compile(_ job: inout Job, _ compiler: Compiler, _ page: [Example]) async throws {
    let probe = configuration.probes.first { $0.name == job.probe }
    let modules = probe.map { $0.modules ?? $0.products.values.joined().sorted() } ?? []
    var (settled, refusal) = try await settle(job, compiler)
    if settled.compiled.object == nil, settled.compiled.output.contains("ambiguous"), job.example.symbol != nil {
      // Modules of the package declare the same name.
      var own = job
      own.example.imports = job.example.imports.filter { !modules.contains($0) || job.example.isIn(module: $0) }
      let alone = try await settle(own, compiler)
      if alone.settled.compiled.object != nil { (settled, refusal) = alone }
    }
    if let refusal {
      job.verdict = .failed(InFunction.failure(refusal, of: job.example, job.source))
      return
    }
    (job.settled, job.compiled) = (settled, settled.compiled)
    job.verdict = settled.verdict ?? judgement(of: job).onCompiling(settled.compiled)
    guard case .failed(var failure) = job.verdict, failure.kind == .compile, settled.compiled.object == nil else {
      return
    }
    if let system = OtherSystem.need(in: settled.compiled.output) {
      job.verdict = .unavailable(system)
    } else if let verdict = try await verdictOnManifest(job, compiler) {
      job.verdict = verdict
    } else if let hint = try await MissingImport.hint(
      for: failure.message, of: settled, among: modules, compiler)
    {
      failure.message += hint.text
      if hint.explainsAll { failure.detail = failure.detail.split(separator: "\n\n").first.map(String.init) ?? "" }
      job.verdict = .failed(failure)
    } else if failure.message.contains("cannot find"), try await compilesContinued(job.example, in: page, compiler) {
      failure.message += "; with 'continues' after 'swift' it sees the fences before it, and compiles"
      job.verdict = .failed(failure)
    }
  }

  /// The example compiled, in a function too if that is asked for. If it compiles only without the function, `refusal` is
  /// the compiler's output with it.
  private func settle(
    _ job: Job, _ compiler: Compiler
  ) async throws -> (settled: SettledExample, refusal: String?) {
    var refusal: String?
    for function in configuration.functions ? InFunction.forms(for: job.example) : [] {
      var example = job.example
      example.function = function
      let settled = try await SettledExample(example, leavingOut: job.leftOut, compiler)
      if settled.compiled.object != nil { return (settled, nil) }
      refusal = refusal ?? settled.compiled.output
    }
    let settled = try await SettledExample(job.example, leavingOut: job.leftOut, compiler)
    return (settled, settled.compiled.object == nil ? nil : refusal)
  }

  /// Whether the example, whose names are not all found, compiles together with the fences before it on the page.
  private func compilesContinued(_ example: Example, in page: [Example], _ compiler: Compiler) async throws -> Bool {
    var page = page.filter { $0.line < example.line } + [example]
    guard example.attributes.continues == nil, example.symbol == nil else { return false }
    page[page.count - 1].attributes.continues = ""
    Continuation.join(&page)
    guard let joined = page.last, !joined.earlier.isEmpty else { return false }
    return try await SettledExample(joined, leavingOut: [], compiler).compiled.object != nil
  }

  /// The verdict on code that is no program, and is code of a manifest although nothing says so.
  private func verdictOnManifest(_ job: Job, _ compiler: Compiler) async throws -> Verdict? {
    guard [.succeeds, .compiles].contains(job.example.attributes.outcome), !job.example.attributes.isManifest,
      ManifestSnippet.isLikely(job.example.code)
    else { return nil }
    var example = job.example
    example.attributes.isManifest = true
    let judgement = Judgement(example: example, document: job.source, configuration: configuration)
    return judgement.onCompiling(try await compiler.compile(example))
  }

  /// Takes statements of earlier fences that end a program out of it: the one where it ended or, if that is not known,
  /// all of the fences that ended too, or all. Returns whether there are any such programs, which then have no verdict.
  func leaveOutEnded(_ jobs: inout [Job]) -> Bool {
    var ended: [String: Set<Int>] = [:]
    for job in jobs where job.run.map({ $0.end != .exit(0) }) ?? false {
      ended[job.example.file, default: []].formUnion(job.example.code.map(\.number))
    }
    var isChanged = false
    for index in jobs.indices {
      let job = jobs[index]
      guard let program = job.settled?.example, let run = job.run, !program.isReached(by: run),
        case .failed(let failure) = job.verdict
      else { continue }
      let earlier = Set(program.earlier.map(\.number))
      var lines =
        earlier.contains(failure.line)
        ? job.example.earlierStatement(at: failure.line) : (ended[job.example.file] ?? []).intersection(earlier)
      if lines.isSubset(of: job.leftOut) { lines = earlier }
      if lines.isSubset(of: job.leftOut) { continue }
      jobs[index] = Job(example: job.example, source: job.source)
      (jobs[index].probe, jobs[index].key, jobs[index].comparisons) = (job.probe, job.key, job.comparisons)
      jobs[index].leftOut = job.leftOut.union(lines)
      isChanged = true
    }
    return isChanged
  }

  func link(
    _ jobs: inout [Job], _ toolchains: [String: ExampleToolchain], _ toolchain: Toolchain
  ) async throws {
    let open = jobs.indices.filter { jobs[$0].verdict == nil }
    let objects = open.compactMap { index in
      jobs[index].compiled.flatMap { compiled in compiled.object.map { (compiled.module, $0) } }
    }
    let symbols = try await ObjectSymbols.of(objects, folder: buildFolder, toolchain)
    for index in open { jobs[index].symbols = jobs[index].compiled.flatMap { symbols[$0.module] } }
    for (probe, tools) in toolchains {
      let open = open.filter { jobs[$0].probe == probe }
      var seen: Set<String> = []
      var parts: [(module: String, object: String, isAlone: Bool)] = []
      for index in open {
        guard let compiled = jobs[index].compiled, let object = compiled.object else { continue }
        guard seen.insert(compiled.module).inserted else { continue }
        let isAlone = jobs[index].symbols?.needsIsolation ?? true
        parts.append((compiled.module, object, isAlone))
      }
      let outcomes = try await tools.linker.link(parts)
      for index in open {
        switch jobs[index].compiled.flatMap({ outcomes[$0.module] }) {
        case .library(let path): jobs[index].library = path
        case .failure(let text): jobs[index].fail(.link, "does not link", detail: text)
        case nil: break
        }
      }
    }
  }

  func run(_ jobs: inout [Job], _ toolchains: [String: ExampleToolchain]) async throws {
    let open = jobs.indices.filter { jobs[$0].verdict == nil && jobs[$0].library != nil }
    let tell = options.progress
    let width = max((options.jobs ?? Cores.count) / max(open.count, 1), 1)
    let results = try await inParallel(
      open.map { jobs[$0] }, width: options.jobs,
      progress: { tell("running \($0) of \(open.count)") }
    ) { [verifier = self] job in
      try await verifier.runRepeatedly(job, job.probe.flatMap { toolchains[$0] }, sideBySide: width)
    }
    for (index, result) in zip(open, results) {
      let count = runCount(of: jobs[index], jobs[index].probe.flatMap { toolchains[$0] })
      (jobs[index].run, jobs[index].verdict) = result
      if jobs[index].example.expected != nil { jobs[index].comparisons = max(count, jobs[index].comparisons ?? 0) }
    }
  }

  /// The first run that failed, or the last.
  private func runRepeatedly(
    _ job: Job, _ tools: ExampleToolchain?, sideBySide width: Int
  ) async throws -> (Run, Verdict) {
    let count = runCount(of: job, tools)
    var runs: [(run: Run, verdict: Verdict)] = []
    // The first alone: most examples that fail do so at once.
    while runs.count < count, !isSettled(runs, within: count) {
      let next = runs.isEmpty ? 1 : min(width, count - runs.count)
      runs += try await inParallel(Array(runs.count..<runs.count + next)) { try await run(job, tools, variation: $0) }
    }
    guard let last = runs.last else { throw VerifierError("\(job.example.name) has not been run") }
    let failures = runs.compactMap(\.verdict.failure)
    guard var failure = failures.first, let first = runs.first(where: { $0.verdict.failure != nil }) else {
      return last
    }
    if let place = await self.place(of: failure, job, tools) {
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

  private func run(_ job: Job, _ tools: ExampleToolchain?, variation: Int) async throws -> (run: Run, verdict: Verdict)
  {
    var settings = runSettings(of: job, tools)
    settings.variation = variation
    if job.symbols?.readsClock ?? false { settings.secondsAhead = variation * RunCount.secondsAhead }
    let run = try await Run(job.example, settings)
    // A wait for a time of the system's clock does not end before that.
    if run.end == .timeout, settings.secondsAhead > 0 { return try await self.run(job, tools, variation: 0) }
    return (run, judgement(of: job).onRunning(run, timeout: timeout(of: job)))
  }

  /// In how many processes an output is compared.
  private func runCount(of job: Job, _ tools: ExampleToolchain?) -> Int {
    guard options.repetitions <= 1 else { return options.repetitions }
    let varies = job.symbols.map { $0.varies || $0.readsClock } ?? true
    guard job.example.expected != nil else { return varies ? RunCount.plain : 1 }
    guard varies || tools?.probe.mentionsHashing ?? true else { return RunCount.plain }
    return job.isKnown ? RunCount.known : RunCount.varying
  }

  func timeout(of job: Job) -> Double { job.example.attributes.timeout ?? configuration.timeout }

  func runSettings(of job: Job, _ tools: ExampleToolchain?) -> RunSettings {
    RunSettings(
      supervisor: tools?.probe.supervisor ?? "", program: tools?.probe.program ?? "", library: job.library ?? "",
      module: job.compiled?.module ?? "",
      folder: buildFolder + "/runs", timeout: timeout(of: job), outputLimit: configuration.outputLimit)
  }

  /// Where an example ended that should not have: in its own innermost frame, or else in the statement it was at.
  private func place(of failure: Failure, _ job: Job, _ tools: ExampleToolchain?) async -> CrashPlace? {
    guard [.trap, .signal, .exit].contains(failure.kind), job.library != nil, job.compiled != nil else { return nil }
    if failure.kind != .exit, let crash = try? await CrashPlace.find(job.example, runSettings(of: job, tools)) {
      return crash
    }
    return await lastStatement(of: job, tools)
  }

  private func judgement(of job: Job) -> Judgement {
    var example = job.settled?.example ?? job.example
    let pending = job.settled?.pending.first
    if pending != nil, example.attributes.isRun { example.attributes.outcome = .trap(containing: nil) }
    return Judgement(example: example, document: job.source, configuration: configuration, pending: pending)
  }

  /// The modules of all jobs, also of those that did not have to be compiled this time.
  func modules(of jobs: [Job], _ toolchains: [String: ExampleToolchain]) -> Set<String> {
    Set(
      jobs.compactMap { job in
        job.compiled?.module ?? job.probe.flatMap { toolchains[$0] }?.compiler.module(of: job.example)
      })
  }
}
