extension Verifier {
  func compile(_ jobs: inout [Job], _ workshops: [String: Workshop]) async throws {
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
        jobs[index].probe.flatMap { workshops[$0] }.map { (jobs[index], $0.compiler) }
      }
    }
    let tell = options.progress
    let compiled = try await inParallel(
      work, progress: { tell(Progress(stage: .compiling, done: $0, total: work.count)) }
    ) { [verifier = self] chain in
      var leftOut: Set<Int> = []
      var results: [Job] = []
      for (job, compiler) in chain {
        var job = job
        job.leftOut.formUnion(leftOut)
        try await verifier.compile(&job, compiler)
        if let settled = job.settled, settled.compiled.object != nil { leftOut.formUnion(settled.leftOut) }
        results.append(job)
      }
      return results
    }
    for (index, job) in zip(chains.joined(), compiled.joined()) { jobs[index] = job }
  }

  private func compile(_ job: inout Job, _ compiler: Compiler) async throws {
    let settled = try await SettledExample(job.example, leavingOut: job.leftOut, compiler)
    (job.settled, job.compiled) = (settled, settled.compiled)
    job.verdict = settled.verdict ?? judgement(of: job).onCompiling(settled.compiled)
    guard case .failed(var failure) = job.verdict, failure.kind == .compile, settled.compiled.object == nil else {
      return
    }
    let modules = configuration.probes.first { $0.name == job.probe }?.products.values.joined().sorted() ?? []
    if let system = OtherSystem.need(in: settled.compiled.output) {
      job.verdict = .unavailable(system)
    } else if let module = try await MissingImport.module(for: settled, among: modules, compiler) {
      failure.message += "; write 'import \(module)', in hidden lines if readers need not see it"
      job.verdict = .failed(failure)
    }
  }

  /// Takes statements of earlier fences that end a program out of it: the one where it ended or, if that is not known,
  /// all of the fences that ended too. Returns whether there are any such programs, which then have no verdict.
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
      let lines =
        earlier.contains(failure.line)
        ? job.example.earlierStatement(at: failure.line) : (ended[job.example.file] ?? []).intersection(earlier)
      if lines.isSubset(of: job.leftOut) { continue }
      jobs[index] = Job(example: job.example, source: job.source)
      (jobs[index].probe, jobs[index].key, jobs[index].comparisons) = (job.probe, job.key, job.comparisons)
      jobs[index].leftOut = job.leftOut.union(lines)
      isChanged = true
    }
    return isChanged
  }

  func link(_ jobs: inout [Job], _ workshops: [String: Workshop]) async throws {
    for (probe, workshop) in workshops {
      let open = jobs.indices.filter { jobs[$0].verdict == nil && jobs[$0].probe == probe }
      var seen: Set<String> = []
      var parts: [(module: String, object: String, isAlone: Bool)] = []
      for index in open {
        guard let compiled = jobs[index].compiled, let object = compiled.object else { continue }
        guard seen.insert(compiled.module).inserted else { continue }
        let isAlone =
          options.isolatesAll || jobs[index].example.attributes.isStandalone
          || Isolation.isNeeded(object: object, module: compiled.module)
        parts.append((compiled.module, object, isAlone))
      }
      let outcomes = try await workshop.linker.link(parts)
      for index in open {
        switch jobs[index].compiled.flatMap({ outcomes[$0.module] }) {
        case .program(let path): jobs[index].program = path
        case .failure(let text): jobs[index].fail(.link, "does not link", detail: text)
        case nil: break
        }
      }
    }
  }

  func run(_ jobs: inout [Job], _ workshops: [String: Workshop]) async throws {
    let open = jobs.indices.filter { jobs[$0].verdict == nil && jobs[$0].program != nil }
    let place = Run.Place(folder: buildFolder + "/runs", outputLimit: configuration.outputLimit)
    let tell = options.progress
    let results = try await inParallel(
      open.map { jobs[$0] }, progress: { tell(Progress(stage: .running, done: $0, total: open.count)) }
    ) { [verifier = self] job in
      try await verifier.runRepeatedly(job, job.probe.flatMap { workshops[$0] }, at: place)
    }
    for (index, result) in zip(open, results) {
      let count = runCount(of: jobs[index], jobs[index].probe.flatMap { workshops[$0] })
      (jobs[index].run, jobs[index].verdict) = result
      if jobs[index].example.expected != nil { jobs[index].comparisons = max(count, jobs[index].comparisons ?? 0) }
    }
  }

  /// Hashes differ from process to process, and with them the order of a set. So an output is compared in several: in
  /// `Hashing.runCount` where the example or a library that it is linked with mentions something that is hashed.
  private func runCount(of job: Job, _ workshop: Workshop?) -> Int {
    guard options.repetitions <= 1 else { return options.repetitions }
    guard job.example.expected != nil else { return 1 }
    let isHashed =
      workshop?.compiler.library.mentionsHashing ?? true || job.compiled?.object.map(Hashing.isMentioned) ?? true
    guard isHashed else { return Hashing.plainRunCount }
    return job.isKnown ? Hashing.knownRunCount : Hashing.runCount
  }

  /// The first run that failed, or the last.
  private func runRepeatedly(_ job: Job, _ workshop: Workshop?, at place: Run.Place) async throws -> (Run, Verdict) {
    let count = runCount(of: job, workshop)
    var (failures, runs) = (0, 0)
    var isUnstable = false
    var result: (run: Run, verdict: Verdict)?
    while runs < count {
      let next = try await run(job, at: place)
      runs += 1
      guard case .failed(let failure) = next.1 else {
        if failures == 0 { result = next }
        continue
      }
      failures += 1
      guard failures > 1, case .failed(let first)? = result?.verdict else {
        result = next
        // What fails otherwise than by its output fails at once.
        if failure.kind != .output, options.repetitions <= 1 { break }
        continue
      }
      if first.corrected != failure.corrected { isUnstable = true }
    }
    guard var result else { throw VerifierError("\(job.example.name) has not been run") }
    if case .failed(var failure) = result.verdict {
      if let place = await self.place(of: failure, job, workshop, at: place) {
        (failure.line, failure.column) = (place.line, place.column)
      }
      if failures < runs { failure.message += " (in \(failures) of \(runs) runs)" }
      failure.isUnstable = isUnstable || failures < runs
      if isUnstable { failure.message += "; the output differs from run to run" }
      result.verdict = .failed(failure)
    }
    return result
  }

  private func run(_ job: Job, at place: Run.Place) async throws -> (Run, Verdict) {
    let timeout = job.example.attributes.timeout ?? configuration.timeout
    let run = try await Run(
      job.example, module: job.compiled?.module ?? "", program: job.program ?? "", timeout: timeout, place: place)
    do throws(VerifierError) {
      let filters = try OutputFilter.filters(for: job.example, configuration)
      return (run, judgement(of: job).onRunning(run, timeout: timeout, filters: filters))
    } catch {
      return (run, .failed(Failure(kind: .document, line: job.example.line, message: error.description)))
    }
  }

  /// Where an example ended that should not have: in its own innermost frame, or else in the statement it was at.
  private func place(
    of failure: Failure, _ job: Job, _ workshop: Workshop?, at place: Run.Place
  ) async -> CrashPlace? {
    guard [.trap, .signal, .exit].contains(failure.kind), let program = job.program, let compiled = job.compiled else {
      return nil
    }
    let timeout = job.example.attributes.timeout ?? configuration.timeout
    if failure.kind != .exit,
      let crash = try? await CrashPlace.find(
        job.example, module: compiled.module, program: program, timeout: timeout, place: place)
    {
      return crash
    }
    return await lastStatement(of: job, workshop, timeout: timeout, at: place)
  }

  private func judgement(of job: Job) -> Judgement {
    var example = job.settled?.example ?? job.example
    let pending = job.settled?.pending.first
    if pending != nil, example.attributes.isRun { example.attributes.outcome = .trap(containing: nil) }
    return Judgement(example: example, document: job.source, configuration: configuration, pending: pending)
  }

  /// The modules of all jobs, also of those that did not have to be compiled this time.
  func modules(of jobs: [Job], _ workshops: [String: Workshop]) -> Set<String> {
    Set(
      jobs.compactMap { job in
        job.compiled?.module ?? job.probe.flatMap { workshops[$0] }?.compiler.module(of: job.example)
      })
  }
}
