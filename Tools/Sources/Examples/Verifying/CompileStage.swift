extension Verifier {
  /// Compiles the examples, each with the code of earlier fences that it builds on.
  func compile(_ jobs: inout [Job], _ compiler: Compiler) async throws {
    // Fences that continue each other are compiled one after the other, since what one leaves out the next ones do too.
    let chains = Dictionary(grouping: jobs.open) { index in
      jobs[index].example.earlier.isEmpty ? jobs[index].example.name : jobs[index].example.file
    }.values.sorted { $0[0] < $1[0] }
    let work = chains.map { $0.map { jobs[$0] } }
    let tell = options.progress
    let pages = Dictionary(grouping: jobs.map(\.example)) { $0.file }
    let compiled = try await inParallel(
      work, width: options.jobs, progress: { tell("compiling \($0) of \(work.count)") }
    ) { [verifier = self] chain in
      var leftOut: Set<Int> = []
      var results: [Job] = []
      for job in chain {
        var job = job
        let page = pages[job.example.file] ?? []
        let own = job.leftOut
        job.leftOut.formUnion(leftOut.union(job.example.earlierTests))
        try await verifier.compile(&job, compiler, page)
        if job.compiled?.object == nil, job.leftOut != own {
          // Code that did not compile before this fence may compile with it: it declares the missing names.
          var whole = job
          (whole.leftOut, whole.verdict) = (own, .open)
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
    let modules = configuration.modules ?? configuration.products.values.joined().sorted()
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
    job.settled = settled
    job.verdict = settled.verdict ?? judgement(of: job).onCompiling(settled.compiled) ?? .open
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
    var manifest = job
    (manifest.example.attributes.isManifest, manifest.settled) = (true, nil)
    return judgement(of: manifest).onCompiling(try await compiler.compile(manifest.example))
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
        ? job.example.earlier.statement(at: failure.line) : (ended[job.example.file] ?? []).intersection(earlier)
      if lines.isSubset(of: job.leftOut) { lines = earlier }
      if lines.isSubset(of: job.leftOut) { continue }
      (jobs[index].verdict, jobs[index].run, jobs[index].library) = (.open, nil, nil)
      jobs[index].leftOut = job.leftOut.union(lines)
      isChanged = true
    }
    return isChanged
  }

  func judgement(of job: Job) -> Judgement {
    var example = job.settled?.example ?? job.example
    let pending = job.settled?.pending ?? []
    if !pending.isEmpty, example.attributes.isRun { example.attributes.outcome = .trap(containing: nil) }
    return Judgement(example: example, document: job.source, configuration: configuration, pending: pending)
  }
}
