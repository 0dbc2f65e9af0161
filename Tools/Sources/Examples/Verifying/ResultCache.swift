import Files
import Foundation
import Markdown

extension Verifier {
  /// Marks the jobs as passed that have passed before with the same inputs.
  func recall(_ jobs: inout [Job], _ probe: BuiltProbe, from saved: SavedResults) {
    let known = Dictionary(grouping: saved.documents.values.joined(), by: \.key)
    for index in jobs.open {
      let key = key(of: jobs[index].example, probe)
      jobs[index].key = key
      guard !ignoresCache, repetitions == 1 else { continue }
      if saved.attributes == configuration.attributes {
        let old = saved.documents[jobs[index].example.file]?.first { $0.example == jobs[index].example.digest }
        if let old, old.verdict == "passed" { jobs[index].comparisons = old.comparisons }
      }
      let place = place(of: jobs[index].example)
      guard let entry = known[key]?.first(where: { $0.place == nil || $0.place == place }) else { continue }
      guard let verdict = Self.keptVerdicts.first(where: { $0.word == entry.verdict }) else { continue }
      jobs[index].verdict = verdict
      jobs[index].isRemembered = true
      jobs[index].place = entry.place
      jobs[index].comparisons = entry.comparisons
      jobs[index].run = entry.output.map {
        Run(end: .exit(0), output: $0, errors: "", diagrams: entry.diagrams ?? [])
      }
    }
  }

  /// The verdicts that hold until something changes.
  private static let keptVerdicts = [Verdict.passed, .compiled]

  /// Which tool this is, so that what another one found is checked again.
  private static let tool = Fingerprint.ofContents([Bundle.main.executablePath ?? ""])

  /// A digest of all that the verdict on an example depends on, but its place.
  private func key(of example: Example, _ probe: BuiltProbe) -> String {
    var digest = Digest()
    digest.add(Self.tool)
    digest.add(probe.identity)
    digest.add("\(example.digest.code) \(example.digest.output) \(example.imports)")
    for text in example.otherTexts { digest.add("\(text.isAnnounced) \(text.lines)") }
    digest.add("\(example.attributes) \(example.symbol ?? "") \(example.imports.filter(example.isIn))")
    for line in example.earlier { digest.add(line.text) }
    digest.add("\(example.expected?.fence.map { [$0.isAnnounced, $0.isBehindOther] } ?? [])")
    digest.add("\(configuration.timeout) \(configuration.outputLimit) \(configuration.warningsAreErrors)")
    digest.add("\(configuration.functions)")
    return digest.name
  }

  private func place(of example: Example) -> String {
    let lines = (example.earlier + example.code).map { "\($0.number):\($0.indentation.utf8.count)" }
    return "\(example.file) \(lines)"
  }

  /// Whether the code or what it calls asks where it is, or what it printed or reported has its file or one of its lines in
  /// it.
  private func showsPlace(_ job: Job, _ probe: BuiltProbe) -> Bool {
    let code = job.example.earlier + job.example.code
    let names = code.map(\.text).joined(separator: "\n")
    let words = Set(names.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    if probe.callersPlace.contains(where: { words.contains($0[...]) || "[(.".contains($0) && names.contains($0) }) {
      return true
    }
    if code.contains(where: { $0.text.contains(/#(file|line|column|sourceLocation|dsohandle)/) }) { return true }
    guard let run = job.run else { return false }
    let text = run.output + run.errors + run.issues.map(\.message).joined()
    let numbers = Set(text.split { !$0.isNumber }.compactMap { Int($0) })
    let name = job.example.file.fileName
    return text.contains(name) || code.contains { numbers.contains($0.number) }
  }

  /// Saves the results, and keeps earlier ones of examples that are not selected this time.
  func save(_ jobs: [Job], over saved: SavedResults, _ probe: BuiltProbe) throws {
    var entries: [String: [SavedResults.Entry]] = [:]
    for job in jobs {
      guard let key = job.key else { continue }
      var entry = SavedResults.Entry(
        job.example.digest, verdict: Self.keptVerdicts.contains(job.verdict) ? job.verdict.word : "failed")
      // Warnings must be repeated.
      if job.warnings.isEmpty { entry.key = key }
      (entry.output, entry.comparisons) = (job.run?.output, job.comparisons)
      entry.explanation = job.showsOutput ? job.example.explanation : nil
      entry.diagrams = job.run.flatMap { $0.diagrams.isEmpty ? nil : $0.diagrams }
      entry.place = job.isRemembered ? job.place : showsPlace(job, probe) ? place(of: job.example) : nil
      entries[job.example.file, default: []].append(entry)
    }
    let library = probe.identity
    // Results with another library do not hold for this one.
    if !(only + changed).isEmpty, saved.library == library {
      for (file, old) in saved.documents {
        let new = Set((entries[file] ?? []).map(\.example))
        entries[file, default: []] += old.filter { !new.contains($0.example) }
      }
    }
    var results = SavedResults()
    (results.library, results.documents) = (library, entries)
    (results.attributes, results.swiftVersion) = (configuration.attributes, probe.toolchain.version)
    if results != saved { try results.save(root: root) }
  }
}

extension SavedResults {
  func save(root: String) throws(VerifierError) {
    let path = SavedResults.path(root: root)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw VerifierError("\(path): cannot be written: \(error.localizedDescription); remove it, and check again")
    }
  }

  /// Whether the packages, and the attributes of files and folders, are as they were when the examples were checked.
  public func areCurrent(root: String) -> Bool {
    guard (try? Configuration(root: root))?.attributes == attributes else { return false }
    guard let probe = BuiltProbe(folder: "\(root)/.build/docs/\(ProbePackage.name)") else { return false }
    return probe.identity == library && probe.isCurrent
  }
}

extension Example {
  /// The comparison with the fence that shows its output, in words for readers; nil when there is no such fence.
  var explanation: String? {
    guard let expected, expected.fence != nil else { return nil }
    var text = "This example was compiled and run, and printed "
    text += attributes.isUnordered ? "these lines, in some order" : "exactly this"
    let patterns = expected.lines.map { OutputPattern($0.text.trimmingTrailingBlanks()) }
    var exceptions: [String] = []
    if patterns.contains(where: { if case .parts = $0 { true } else { false } }) { exceptions.append("“[..]”") }
    if patterns.contains(.anyLines) { exceptions.append("“...”") }
    if !exceptions.isEmpty { text += ", with any text for " + exceptions.joined(separator: " and ") }
    return text
  }
}
