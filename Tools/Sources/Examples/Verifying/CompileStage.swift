extension Verifier {
  /// Compiles the examples, each with the code of earlier fences that it builds on.
  func compile(_ jobs: inout [Job], _ probe: BuiltProbe) async throws {
    // Fences that continue each other are compiled one after the other, since what one leaves out the next ones do too.
    let chains = Dictionary(grouping: jobs.open) { index in
      jobs[index].example.earlier.isEmpty ? jobs[index].example.name : jobs[index].example.file
    }.values.sorted { $0[0] < $1[0] }
    let work = chains.map { $0.map { jobs[$0] } }
    let pages = Dictionary(grouping: jobs.map(\.example)) { $0.file }
    let compiled = try await inParallel(
      work, width: width, progress: { progress("compiling \($0) of \(work.count)") }
    ) { [verifier = self] chain in
      var leftOut: Set<Int> = []
      var results: [Job] = []
      for job in chain {
        let page = pages[job.example.file] ?? []
        var result = job
        result.leftOut.formUnion(leftOut.union(job.example.earlierTests))
        try await verifier.compile(&result, probe, page)
        if result.object == nil, result.leftOut != job.leftOut {
          // Code that did not compile before this fence may compile with it: it declares the missing names.
          var whole = job
          try await verifier.compile(&whole, probe, page)
          if whole.object != nil { result = whole }
        }
        if result.object != nil {
          leftOut.formUnion(Set(job.example.earlier.map(\.number)).subtracting(result.program.earlier.map(\.number)))
        }
        results.append(result)
      }
      return results
    }
    for (index, job) in zip(chains.joined(), compiled.joined()) { jobs[index] = job }
  }

  private func compile(_ job: inout Job, _ probe: BuiltProbe, _ page: [Example]) async throws {
    var result = try await settled(job, job.example, probe)
    if result.object == nil, !result.isRefusedInFunction, job.example.symbol != nil,
      result.messages.contains("ambiguous")
    {
      // Modules of the package declare the same name.
      var own = job.example
      own.imports.removeAll { configuration.allModules.contains($0) && !job.example.isIn(module: $0) }
      let alone = try await settled(job, own, probe)
      if alone.object != nil || alone.isRefusedInFunction { result = alone }
    }
    job = result
    job.judgeCompiling(configuration)
    if job.object == nil, !job.isRefusedInFunction, let failure = job.failure, failure.kind == .compile {
      job.verdict = try await explained(failure, of: job, page, probe)
    }
  }

  /// The job with `example` compiled, in a function too if that is asked for. If it compiles only without the function, the
  /// result is that with it.
  private func settled(_ job: Job, _ example: Example, _ probe: BuiltProbe) async throws -> Job {
    var refused: Job?
    for function in configuration.functions ? InFunction.forms(for: example) : [] {
      var (inFunction, copied) = (job, example)
      copied.function = function
      try await inFunction.settle(copied, probe)
      if inFunction.object != nil { return inFunction }
      refused = refused ?? inFunction
    }
    var result = job
    try await result.settle(example, probe)
    return result.object != nil ? refused ?? result : result
  }
}
