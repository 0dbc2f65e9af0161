import Files
import Foundation
import Markdown

/// Checks the examples of a repository.
public struct Verifier: Sendable {
  public let root: String
  /// What the repository asks for.
  public private(set) var configuration: Configuration
  /// The files, folders, places (`file:line`) or declarations to check; empty for all.
  public var only: [String] = []
  /// Files that have changed, relative to the root: only examples that these affect are checked; empty for all.
  public var changed: [String] = []
  /// How often to run each example; more than once finds those that do not always pass.
  public var repetitions = 1
  /// Also check examples that have passed and not changed since.
  public var ignoresCache = false
  /// The options of `swift build` for the packages.
  public var buildOptions = ProbePackage.buildOptions
  /// The folder of that build; nil for one of its own.
  public var scratch: String?
  /// Compile the examples, and run none.
  public var runsNone = false
  /// How many examples to compile or run at the same time; nil for as many as there are processors.
  public var width: Int?
  /// Called with a description of each step.
  public var progress: @Sendable (String) -> Void = { _ in }

  /// - Parameters:
  ///   - root: the root of the repository.
  ///   - configuration: what to check; nil to read it from the file at the root.
  /// - Throws: `VerifierError` when there is no such folder or its configuration cannot be understood.
  public init(root: String, configuration: Configuration? = nil) throws(VerifierError) {
    guard FileStamp.exists(root) else { throw VerifierError("\(root): there is no such folder") }
    self.root = RepositoryRoot.absolute(root)
    if let configuration {
      self.configuration = configuration
    } else {
      self.configuration = try Configuration(root: self.root)
    }
  }

  /// The folder for everything that the verifier makes.
  var buildFolder: String { root + "/.build/docs" }

  /// Finds, compiles, links, runs and judges.
  ///
  /// - Throws: `VerifierError` when nothing can be checked.
  public func verify() async throws -> Report {
    let folder = try await BuildFolder(buildFolder) { progress("waiting for another check") }
    let toolchain = try await Toolchain(cache: buildFolder)
    var verifier = self
    try await verifier.configuration.findProducts(root: root, cache: buildFolder, toolchain)
    return try await verifier.check(in: folder, toolchain)
  }

  private func check(in folder: BuildFolder, _ toolchain: Toolchain) async throws -> Report {
    var report = Report(root: root)
    let (pages, problems) = pages()
    let selection = try Selection(only, changed: changed, root: root)
    report.problems = pages.flatMap(\.problems).filter { selection.covers(file: $0.file) }
    report.ignoredTextCount = pages.reduce(0) { $0 + $1.ignoredTextCount }
    report.unnamedCount = pages.reduce(0) { $0 + $1.unnamedCount }
    report.unreadFiles = Selection.outside(changed, root: root)
    if selection.isAll {
      report.problems += problems
      report.unreadFiles = Documents.unread(besides: pages.compactMap { $0.source?.name }, root: root)
    }
    let modules = selection.isAll ? try referenceModules() : []
    guard pages.contains(where: { !$0.examples.isEmpty }) || !report.problems.isEmpty || !modules.isEmpty else {
      throw VerifierError(
        "there is no Swift example in \((configuration.documents + configuration.sources).joined(separator: ", ")); "
          + "write one between ```swift and ```, or name the documents in \(RepositoryRoot.settings)")
    }
    let all = pages.flatMap { page in page.examples.map { Job(example: $0) } }
    var jobs = try selection.select(all, report.problems)
    if !changed.isEmpty { report.unaffectedCount = all.count - jobs.count }
    report.fileCount = pages.count

    var mark = ContinuousClock.now
    func end(_ stage: String) {
      report.times.append((stage, mark.duration(to: .now)))
      mark = .now
    }
    for index in jobs.indices { jobs[index].skip() }
    let saved = SavedResults(root: root) ?? SavedResults()
    let probe = try await build(for: &jobs, modules, toolchain)
    end("build")
    if let probe {
      try await writeSymbolGraphs(of: modules, probe)
      try await findInactive(&jobs, probe)
      recall(&jobs, probe, from: saved)
      repeat {
        try await compile(&jobs, probe)
        end("compile")
        if runsNone { for index in jobs.open { (jobs[index].verdict, jobs[index].key) = (.compiled, nil) } }
        try await readSymbols(&jobs, probe)
        try await link(&jobs, probe)
        end("link")
        try await run(&jobs, probe)
        end("run")
        // Again without those lines of earlier fences that kept an example from reaching its own.
      } while leaveOutEnded(&jobs)
      if jobs.contains(where: { !$0.isRemembered && $0.module != nil }) {
        let modules = jobs.map { $0.module ?? probe.module(of: $0.example, GeneratedSource($0.example)) }
        folder.tidy(keeping: selection.isAll ? Set(modules) : nil)
      }
      try save(jobs, over: saved, probe)
    }
    // No stage leaves an example open. One that is all the same must not pass.
    for index in jobs.open { jobs[index].fail(.library, "not checked") }
    report.results = jobs
    return report
  }

  /// Builds the packages, if there is a job that needs them, or `modules` are to be described. If they do not build, these
  /// jobs fail.
  private func build(
    for jobs: inout [Job], _ modules: [String], _ toolchain: Toolchain
  ) async throws -> BuiltProbe? {
    let open = jobs.open
    guard !open.isEmpty || !modules.isEmpty else { return nil }
    progress("building")
    let folder = "\(buildFolder)/\(ProbePackage.name)"
    let package = ProbePackage(
      products: configuration.products, root: root, folder: folder, scratch: scratch ?? folder + "/.build",
      options: buildOptions)
    do {
      return try await package.built(toolchain)
    } catch  where !open.isEmpty {
      for index in open {
        // The reason is long, and the same for all.
        let detail = index == open[0] ? "\(error)" : ""
        jobs[index].fail(.library, "cannot be checked, because the packages do not build", detail: detail)
      }
      return nil
    }
  }

  /// The documents with examples, relative to the root.
  public var documents: [String] { foundDocuments.files }

  private var foundDocuments: Documents {
    let isConfigured = configuration.documents != Configuration().documents
    let catalogs = isConfigured ? [] : targetFolders.map { "\($0)/*.docc" }
    return Documents(
      matching: configuration.documents + catalogs, endings: Documents.endings, root: root, isConfigured: isConfigured)
  }

  private var targetFolders: [String] { configuration.targetFolders ?? [] }

  private func pages() -> (pages: [FileExamples], problems: [Diagnostic]) {
    let documents = foundDocuments
    let hasSources = configuration.sources != Configuration().sources
    let sources = Documents(
      matching: configuration.sources + (hasSources ? [] : targetFolders), endings: [".swift"], root: root,
      isConfigured: hasSources)
    let pages =
      documents.files.map { file in
        page(file) { FileExamples(Document($0), attributes: Attributes(of: file, in: configuration.attributes)) }
      }
      + sources.files.map { file in page(file) { docComments(of: $0) } }
    let files = documents.files + sources.files
    let unused = configuration.attributes.keys.sorted().filter { path in
      !files.contains { Attributes.hold(at: path, for: $0) }
    }
    let settings = unused.map {
      Diagnostic(
        file: RepositoryRoot.settings, message: "'attributes' names '\($0)', and no document is there",
        hint: "write the path of a file or folder, as in Docs/guide.md")
    }
    return (pages, documents.problems + sources.problems + settings)
  }

  private func page(_ file: String, _ read: (Source) -> FileExamples) -> FileExamples {
    do throws(Diagnostic) {
      return read(try Source(path: root + "/" + file, name: file))
    } catch {
      return FileExamples(problem: error)
    }
  }

  /// The examples in a Swift file. They see the products of its package imported.
  private func docComments(of source: Source) -> FileExamples {
    let packages = configuration.products.filter { $0.key == "." || source.name.hasPrefix($0.key + "/") }
    let products = packages.max { $0.key.count < $1.key.count }?.value ?? []
    let modules = configuration.docCommentImports + (configuration.modules ?? products)
    let attributes = Attributes(of: source.name, in: configuration.attributes)
    return FileExamples(docComments: source, modules: modules, attributes: attributes)
  }
}
