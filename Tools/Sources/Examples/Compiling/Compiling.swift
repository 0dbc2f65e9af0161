import Files
import Foundation

/// How long the compiler may take for an example, in seconds.
private let timeout = 600.0

/// Lets glibc take memory in large pieces and keep it: a seventh less time for a compiler that runs so shortly. Elsewhere
/// nothing reads this.
private let environment = ProcessInfo.processInfo.environment.merging([
  "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "MALLOC_TOP_PAD_": "67108864", "MALLOC_TRIM_THRESHOLD_": "1000000000",
]) { given, _ in given }

extension Verifier {
  /// Compiles the examples.
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
      var done: [Job] = []
      for job in chain {
        done.append(try await verifier.compiled(job, after: done, pages[job.example.file] ?? [], probe))
      }
      return done
    }
    for (index, job) in zip(chains.joined(), compiled.joined()) { jobs[index] = job }
  }

  /// The job with its example compiled and, unless it has to run, judged.
  private func compiled(
    _ job: Job, after others: [Job], _ page: [Example], _ probe: BuiltProbe
  ) async throws -> Job {
    var job = job
    let isWhole = job.example.earlier.isEmpty && job.example.expectedErrors.isEmpty && !configuration.functions
    if isWhole { try await job.compile(job.example, probe) }
    if !isWhole || job.isAmbiguous { job = try await partlyCompiled(job, after: others, probe) }
    job.judgeCompiling(configuration)
    if job.object == nil, !job.isRefusedInFunction, let failure = job.failure, failure.kind == .compile {
      job.verdict = try await explained(failure, of: job, page, probe)
    }
    return job
  }
}

extension Job {
  /// Compiles `program` to an object file, which is kept for the next time.
  mutating func compile(_ program: Example, _ probe: BuiltProbe) async throws {
    let source = GeneratedSource(program)
    let module = probe.module(of: program, source)
    let object = "\(probe.folder)/objects/\(module).o"
    let file = "\(probe.folder)/sources/\(module).swift"
    (self.program, self.module) = (program, module)
    // The end of the file is no place of the document to the compiler, and readers know the module of a script as `main`.
    func translated(_ text: String) -> String {
      text.replacing(file, with: program.file).replacing(module, with: "main")
    }
    if FileStamp.exists(object) {
      let log = FileManager.default.contents(atPath: object + ".log.err") ?? Data()
      (self.object, messages) = (object, translated(String(decoding: log, as: UTF8.self)))
      return
    }
    try ProbePackage.write(source.text, to: file)
    defer { unlink(file) }
    var arguments = ["-c", file, "-o", object, "-module-name", module]
    arguments += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", BuiltProbe.entryPoint(of: module)]
    arguments += probe.flags
    switch source.kind {
    case .script: break
    case .main: arguments.append("-parse-as-library")
    case .tests: arguments += ["-parse-as-library"] + CallCounts.compileFlags
    case .manifest:
      let version = ManifestSnippet.toolsVersion(program.code) ?? "6.2"
      arguments += ["-I", probe.toolchain.manifestModules, "-package-description-version", version]
    }
    if let mode = program.attributes.languageMode { arguments += ["-swift-version", mode] }
    let log = object + ".log"
    let command = try await probe.frontend(
      for: arguments, kind: source.kind.rawValue + (program.attributes.languageMode ?? ""),
      names: [file, object, module, BuiltProbe.entryPoint(of: module)], log: log)
    let run = try await Command(
      executable: command[0], arguments: Array(command.dropFirst()), environment: environment,
      directory: probe.folder, output: log, timeout: timeout
    ).run()
    self.object = run.end == .exit(0) ? object : nil
    messages = translated(run.errors + run.output)
    switch run.end {
    case .exit: break
    case .signal(let number): messages += "\nthe compiler crashed with \(Run.name(ofSignal: number))"
    case .timeout, .tooMuchOutput, .unloadable:
      messages += "\nthe compiler did not finish within \(Int(timeout)) s; simplify the expressions"
    }
  }
}

extension BuiltProbe {
  /// The module of a program: a digest of everything that the object file depends on.
  func module(of program: Example, _ source: GeneratedSource) -> String {
    var digest = Digest()
    digest.add(interface)
    digest.add(program.file)
    digest.add(source.text)
    digest.add(source.kind.rawValue)
    digest.add(program.attributes.languageMode ?? "")
    return "docs_example_" + digest.name
  }

  /// The function that starts the program of `module`.
  static func entryPoint(of module: String) -> String { module + "_main" }
}
