extension Verifier {
  func compile(_ jobs: inout [Job], _ workshops: [String: Workshop]) async throws {
    let open = jobs.indices.filter { jobs[$0].verdict == nil }
    let work = open.compactMap { index in
      jobs[index].probe.flatMap { workshops[$0] }.map { (jobs[index].example, $0.compiler) }
    }
    let tell = options.progress
    // For a few examples it takes longer to start the server than it saves.
    let isServed = work.count > 3
    let compiled = try await CompileServer.with(folder: buildFolder) { server in
      try await inParallel(
        work, progress: { tell(Progress(stage: .compiling, done: $0, total: work.count)) }
      ) { example, compiler in try await compiler.compile(example, on: isServed ? server : nil) }
    }
    for (index, result) in zip(open, compiled) {
      jobs[index].compiled = result
      jobs[index].verdict = judgement(of: jobs[index]).onCompiling(result)
    }
  }

  func link(_ jobs: inout [Job], _ workshops: [String: Workshop]) async throws {
    for (probe, workshop) in workshops {
      let open = jobs.indices.filter { jobs[$0].verdict == nil && jobs[$0].probe == probe }
      var seen: Set<String> = []
      var parts: [(module: String, object: String, isAlone: Bool)] = []
      for index in open {
        guard let compiled = jobs[index].compiled, let object = compiled.object else { continue }
        let example = jobs[index].example
        let isAlone = options.isolatesAll || example.attributes.isStandalone || Leaks.isLeaking(example)
        if seen.insert(compiled.module).inserted { parts.append((compiled.module, object, isAlone)) }
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
    let repetitions = max(options.repetitions, 1)
    let results = try await inParallel(
      open.map { jobs[$0] }, progress: { tell(Progress(stage: .running, done: $0, total: open.count)) }
    ) { [verifier = self] job in
      var failures = 0
      var last: (run: Run, verdict: Verdict)?
      for _ in 0..<repetitions {
        let (run, verdict) = try await verifier.run(job, at: place)
        if case .failed = verdict { failures += 1 }
        if case .failed = last?.verdict { continue }
        last = (run, verdict)
      }
      guard case (let run, var verdict)? = last else {
        return (Run(end: .exit(0), output: "", errors: ""), Verdict.passed)
      }
      if case .failed(var failure) = verdict, repetitions > 1 {
        failure.message += " (in \(failures) of \(repetitions) runs)"
        verdict = .failed(failure)
      }
      return (run, verdict)
    }
    for (index, result) in zip(open, results) { (jobs[index].run, jobs[index].verdict) = result }
  }

  private func run(_ job: Job, at place: Run.Place) async throws -> (Run, Verdict) {
    let timeout = job.example.attributes.timeout ?? configuration.timeout
    let run = try await Run(
      job.example, module: job.compiled?.module ?? "", program: job.program ?? "", timeout: timeout, place: place)
    do throws(VerifierError) {
      let filters = try OutputFilter.filters(for: job.example, configuration)
      var verdict = judgement(of: job).onRunning(run, timeout: timeout, filters: filters)
      if case .failed(var failure) = verdict, failure.kind == .trap || failure.kind == .signal,
        let crash = await crashPlace(of: job, timeout: timeout, at: place)
      {
        (failure.line, failure.column) = (crash.line, crash.column)
        verdict = .failed(failure)
      }
      return (run, verdict)
    } catch {
      return (run, .failed(Failure(kind: .document, line: job.example.line, message: error.description)))
    }
  }

  private func crashPlace(of job: Job, timeout: Double, at place: Run.Place) async -> CrashPlace? {
    guard let module = job.compiled?.module, let program = job.program else { return nil }
    return try? await CrashPlace.find(job.example, module: module, program: program, timeout: timeout, place: place)
  }

  private func judgement(of job: Job) -> Judgement {
    Judgement(example: job.example, document: job.source, configuration: configuration)
  }

  /// The modules of all jobs, also of those that did not have to be compiled this time.
  func modules(of jobs: [Job], _ workshops: [String: Workshop]) -> Set<String> {
    Set(
      jobs.compactMap { job in
        job.compiled?.module ?? job.probe.flatMap { workshops[$0] }?.compiler.module(of: job.example)
      })
  }
}
