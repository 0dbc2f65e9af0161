import Foundation
import Markdown
import Testing

@testable import Examples

/// The tests that compile and run examples. One after the other, because they share a repository and its build folder.
@Suite(.serialized) enum EndToEnd {}

/// The same with other repositories, at the same time.
@Suite(.serialized) enum EndToEndOfOthers {}

/// A repository made from a folder of `Fixtures`, in a place where it can be built and changed.
struct Fixture {
  let root: String

  /// Copies the fixture `name` into the folder `copy`. Unchanged files and the build folder stay, so that only the first
  /// test builds anything.
  init(_ name: String, copy: String? = nil) throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/\(name)")
    let tools = source.appendingPathComponent("../../../..").standardizedFileURL
    root = tools.appendingPathComponent(".build/fixtures/\(copy ?? name)").path
    let files = FileManager.default
    let wanted = Set(try files.subpathsOfDirectory(atPath: source.path))
    for old in (try? files.subpathsOfDirectory(atPath: root)) ?? []
    where !old.contains(".build/") && !old.hasSuffix(".build") {
      if !wanted.contains(old) { try? files.removeItem(atPath: root + "/" + old) }
    }
    for path in wanted where !path.hasPrefix(".build") {
      guard let data = files.contents(atPath: source.path + "/" + path) else { continue }
      if files.contents(atPath: root + "/" + path) != data {
        try write(data, to: path)
      }
    }
  }

  func write(_ text: String, to file: String) throws {
    try write(Data(text.utf8), to: file)
  }

  private func write(_ data: Data, to file: String) throws {
    let url = URL(fileURLWithPath: root + "/" + file)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  func verify(
    _ documents: [String], sources: [String] = [], change: (inout Verifier) -> Void = { _ in }
  ) async throws -> Report {
    var configuration = Configuration()
    configuration.documents = documents
    configuration.sources = sources
    configuration.timeout = 60
    configuration.outputLimit = 100_000
    var verifier = try Verifier(root: root, configuration: configuration)
    change(&verifier)
    return try await verifier.verify()
  }

  /// Checks each of `pages` as a document of its own, all in one check, which links them once.
  func verify(pages: [String]) async throws -> [(problems: [Diagnostic], results: [Job])] {
    let files = pages.indices.map { "page\($0).md" }
    for (file, page) in zip(files, pages) { try write(page, to: file) }
    let report = try await verify(files)
    return files.map { file in
      (report.problems.filter { $0.file == file }, report.results.filter { $0.example.file == file })
    }
  }
}
