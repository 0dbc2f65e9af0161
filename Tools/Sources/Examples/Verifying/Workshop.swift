/// What examples of one probe are compiled and linked with.
struct Workshop: Sendable {
  var compiler: Compiler
  var linker: Linker
}

extension Verifier {
  /// Builds the probes that `jobs` need. Jobs whose probe cannot be built fail.
  func workshops(for jobs: inout [Job], toolchain: Toolchain) async -> [String: Workshop] {
    var workshops: [String: Workshop] = [:]
    var broken: [String: String] = [:]
    let probes = configuration.probes
    let builder = LibraryBuilder(root: root, folder: buildFolder + "/probes", toolchain: toolchain)
    for index in jobs.indices where jobs[index].verdict == nil {
      do {
        let probe = try ProbeChoice(probes: probes).probe(for: jobs[index].example)
        jobs[index].probe = probe.name
        guard workshops[probe.name] == nil, broken[probe.name] == nil else { continue }
        do {
          options.progress(Progress(stage: .building))
          let library = try await builder.library(for: probe).library
          workshops[probe.name] = Workshop(
            compiler: Compiler(library: library, folder: buildFolder),
            linker: Linker(library: library, folder: buildFolder + "/programs"))
        } catch {
          broken[probe.name] = "\(error)"
        }
      } catch {
        jobs[index].fail(.document, "\(error)")
      }
    }
    var told: Set<String> = []
    for index in jobs.indices where jobs[index].verdict == nil {
      guard let probe = jobs[index].probe, let reason = broken[probe] else { continue }
      // The reason is long, and the same for all.
      let detail = told.insert(probe).inserted ? reason : ""
      jobs[index].fail(.library, "cannot be checked, because probe '\(probe)' does not build", detail: detail)
    }
    return workshops
  }
}
