extension Verifier {
  /// The verdict on an example that the compiler refuses for another reason than its own mistakes, or its failure with the
  /// remedy. `page` are the examples of its document.
  func explained(
    _ failure: Failure, of job: Job, _ page: [Example], _ probe: BuiltProbe
  ) async throws -> Verdict {
    if let system = OtherSystem.need(in: job.messages) { return .unavailable(system) }
    let attributes = job.example.attributes
    if [.succeeds, .compiles].contains(attributes.outcome), !attributes.isManifest,
      ManifestSnippet.isLikely(job.example.code)
    {
      // Nothing says that it is code of a manifest.
      var manifest = Job(example: job.example)
      manifest.program.attributes.isManifest = true
      try await manifest.compile(manifest.program, probe)
      manifest.judgeCompiling(configuration)
      // A script that only looks like a manifest has more errors as one.
      func errorCount(_ job: Job) -> Int { job.messages.ranges(of: ": error: ").count }
      if errorCount(manifest) <= errorCount(job) { return manifest.verdict }
    }
    var failure = failure
    if try await isDeclaredBefore(failure.message, job.example, page, probe) {
      failure.message += "; with 'continues' after 'swift' it sees the fences before it, and compiles"
    } else if let hint = try await MissingImport.hint(
      for: failure.message, of: job, among: configuration.allModules, probe)
    {
      failure.message += hint.text
      if hint.explainsAll { failure.detail = failure.detail.split(separator: "\n\n").first.map(String.init) ?? "" }
    }
    if failure.message.contains("property wrappers are not yet supported in top-level code") {
      failure.message += "; put it into a type, in hidden lines if readers need not see it"
    }
    return .failed(failure)
  }

  /// Whether an earlier fence of `page` has the name that `message` misses, and `example` compiles with it, not only with
  /// its imports.
  private func isDeclaredBefore(
    _ message: String, _ example: Example, _ page: [Example], _ probe: BuiltProbe
  ) async throws -> Bool {
    var page = page.filter { $0.line < example.line } + [example]
    guard example.attributes.continues == nil, example.symbol == nil else { return false }
    page[page.count - 1].attributes.continues = ""
    Continuation.join(&page)
    guard let joined = page.last, let name = MissingImport.names(in: message).first,
      joined.earlier.contains(where: { $0.text.containsWords(name) })
    else { return false }
    var (job, importing) = (Job(example: joined), Job(example: example))
    try await job.compilePartly(joined, probe)
    let imports = SwiftCode(joined.earlier).imports
    if job.object == nil || imports.isEmpty { return job.object != nil }
    importing.program.imports += (MissingImport.system + configuration.allModules).filter(imports.contains)
    try await importing.compile(importing.program, probe)
    return MissingImport.names(in: importing.messages).contains(name)
  }
}

/// The modules that an example forgets to import.
private enum MissingImport {
  /// Those that come with the compiler.
  static let system = [
    "Testing", "Foundation", "FoundationNetworking", "FoundationXML", "Observation", "Synchronization", "XCTest",
  ]

  /// The imports for the name that the compiler misses according to `message`, and whether no error is left with them;
  /// nil if no import of `modules`, Testing or Foundation helps. Each is tried, and stays if it leaves fewer errors and
  /// no other name is missed that none has: Foundation may have something else of that name.
  static func hint(
    for message: String, of job: Job, among modules: [String], _ probe: BuiltProbe
  ) async throws -> (text: String, explainsAll: Bool)? {
    guard let name = names(in: message + "\n" + job.messages).first else { return nil }
    var example = job.program
    var (missed, errors) = problems(in: job.messages, name)
    let imported = example.modules
    // A fence has tests of one library.
    let others = (system + modules).filter { module in
      !imported.contains(module) && !(module == "XCTest" && imported.contains("Testing"))
    }
    // First all of them: mostly none helps.
    var all = job
    all.program.imports += others
    try await all.compile(all.program, probe)
    let missing = problems(in: all.messages, name).missed
    if missing.contains(name) { return nil }
    for module in others where errors > 0 {
      var next = example
      next.imports.append(module)
      var job = job
      try await job.compile(next, probe)
      let (rest, left) = problems(in: job.messages, name)
      let isFound = modules.contains(module) && missed.contains(name) && !rest.contains(name)
      guard rest.intersection(missing).isSubset(of: missed), left < errors || isFound,
        !job.messages.contains("no such module '\(module)'")
      else {
        continue
      }
      (example, missed, errors) = (next, rest, left)
    }
    let found = example.imports.dropFirst(job.program.imports.count).map { "'import \($0)'" }
    if found.isEmpty || missed.contains(name) { return nil }
    return ("; write \(found.joined(separator: " and ")), in hidden lines if readers need not see it", errors == 0)
  }

  /// The names that the compiler does not find, of members only `name`, and the number of its errors.
  private static func problems(in output: String, _ name: Substring) -> (missed: Set<Substring>, errors: Int) {
    let missed = output.matches(of: missing).compactMap { $0.1 ?? $0.3 ?? ($0.2 == name ? name : nil) }
    return (Set(missed), output.ranges(of: ": error: ").count)
  }

  static func names(in text: String) -> [Substring] { text.matches(of: missing).compactMap { $0.1 ?? $0.2 ?? $0.3 } }

  /// Behind `: `, which is before an error in the compiler's output, as after `error`, and in the message of a `Failure`.
  nonisolated(unsafe) private static let missing =
    /: (?:cannot find (?:type |operator )?|no macro named |unknown attribute |no type named )'([^']+)'|type '[^']+' has no member '(\w+)'|'(\w+)' \(aka 'AnyObject'\)/
}

/// The kind of system, other than this one, that an example needs.
private enum OtherSystem {
  /// A framework of Apple's that does not exist here, or Objective-C; nil where the compiler misses neither.
  static func need(in output: String) -> String? {
    if output.contains("error: Objective-C interoperability is disabled") { return "Objective-C" }
    guard let module = output.firstMatch(of: /error: no such module '(\w+)'/)?.1 else { return nil }
    return frameworks.contains(String(module)) ? "import \(module)" : nil
  }

  #if os(macOS)
    private static let frameworks: Set<String> = []
  #else
    private static let frameworks: Set = [
      "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit", "ARKit", "AudioToolbox",
      "AuthenticationServices", "Charts", "CloudKit", "Cocoa", "Combine", "CommonCrypto", "Contacts", "CoreAudio",
      "CoreBluetooth", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation", "CoreMedia", "CoreML", "CoreMotion",
      "CoreServices", "CoreText", "CoreVideo", "CryptoKit", "Darwin", "EventKit", "GameKit", "HealthKit", "ImageIO",
      "LocalAuthentication", "MapKit", "MessageUI", "Metal", "MetalKit", "MultipeerConnectivity", "NaturalLanguage",
      "Network", "ObjectiveC", "OSLog", "PDFKit", "PhotosUI", "Photos", "PlaygroundSupport", "QuartzCore", "RealityKit",
      "SafariServices", "SceneKit", "Security", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI",
      "SystemConfiguration", "TipKit", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Vision",
      "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "os",
    ]
  #endif
}
