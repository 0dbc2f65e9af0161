import Files
import Foundation

extension Verifier {
  /// Settles the jobs that have passed before with everything as it is now.
  func recall(_ jobs: inout [Job], _ workshops: [String: Workshop], from saved: SavedResults) {
    let known = Dictionary(
      saved.documents.values.joined().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for index in jobs.indices where jobs[index].verdict == nil {
      guard let probe = jobs[index].probe, let workshop = workshops[probe] else { continue }
      let key = key(of: jobs[index].example, workshop.compiler.library)
      jobs[index].key = key
      guard !options.ignoresCache, options.repetitions == 1 else { continue }
      if let old = saved[jobs[index].example], old.verdict == "passed",
        old.shown == SavedResults.digest(ofShown: jobs[index].example)
      {
        jobs[index].comparisons = old.comparisons
      }
      guard let entry = known[key] else { continue }
      switch entry.verdict {
      case "passed": jobs[index].verdict = .passed
      case "compiled": jobs[index].verdict = .compiled
      default: continue
      }
      jobs[index].isRemembered = true
      jobs[index].comparisons = entry.comparisons
      jobs[index].run = entry.output.map {
        Run(end: .exit(0), output: $0, errors: "", diagrams: entry.diagrams ?? [])
      }
    }
  }

  /// A digest of all that the verdict on an example depends on. Its place is part of that only if it asks for it.
  private func key(of example: Example, _ library: Library) -> String {
    var digest = Digest()
    digest.add(ToolVersion.digest(cache: buildFolder))
    digest.add(library.interface)
    digest.add(library.implementation)
    for line in example.code { digest.add(line.text) }
    digest.add("\(example.imports)")
    if example.code.contains(where: { $0.text.contains("#file") || $0.text.contains("#line") }) {
      digest.add("\(example.name) \(example.code.map(\.number))")
    }
    digest.add(SavedResults.digest(ofShown: example))
    digest.add("\(example.partEnds.count) \(example.uncompared.count) \(example.attributes)")
    for line in example.earlier { digest.add(line.text) }
    digest.add(example.expected == nil ? "any output" : "this output")
    let filters = configuration.filters.filter { example.attributes.filters.contains($0.name) }
    digest.add("\(filters) \(configuration.timeout) \(configuration.outputLimit) \(configuration.warningsAreErrors)")
    digest.add("\(options.isolatesAll)")
    return digest.name
  }

  /// Saves the results, and keeps earlier ones of examples that are not selected this time.
  func save(
    _ jobs: [Job], over saved: SavedResults, _ report: Report, _ workshops: [String: Workshop]
  ) throws {
    var entries: [String: [SavedResults.Entry]] = [:]
    for job in jobs {
      guard let key = job.key, let verdict = job.verdict else { continue }
      let name: String =
        switch verdict {
        case .passed: "passed"
        case .compiled: "compiled"
        default: "failed"
        }
      entries[job.example.file, default: []].append(
        SavedResults.Entry(
          // Warnings must be repeated.
          key: job.warnings.isEmpty ? key : "", code: SavedResults.digest(ofCode: job.example),
          shown: SavedResults.digest(ofShown: job.example), probe: job.probe, verdict: name, output: job.run?.output,
          comparisons: job.comparisons, diagrams: job.run.flatMap { $0.diagrams.isEmpty ? nil : $0.diagrams }))
    }
    var libraries = workshops.mapValues(\.compiler.library.identity)
    if !options.only.isEmpty || options.shard != nil {
      libraries.merge(saved.libraries) { new, _ in new }
      for (file, old) in saved.documents {
        let new = Set((entries[file] ?? []).map(\.code))
        entries[file, default: []] += old.filter { entry in
          // What another library was found to do is not known of this one.
          !new.contains(entry.code) && entry.probe.map { saved.libraries[$0] == libraries[$0] } ?? true
        }
      }
    }
    let version = report.swiftVersion ?? saved.swiftVersion
    let results = SavedResults(
      swiftVersion: version, documents: entries, libraries: libraries, attributes: configuration.attributes)
    if results != saved { try results.save(root: root) }
  }
}
