import Files
import Foundation

/// Reads `.docs.json` at the root of a repository, which has an object of settings for the examples and one for the site.
package enum Settings {
  /// The settings in the object `section`, over `defaults`, in the repository at `root`.
  ///
  /// - Parameters:
  ///   - known: the names of its settings.
  ///   - name: what messages call the file.
  /// - Throws: a `Diagnostic` when the file is there and cannot be understood.
  package static func read<Section: Decodable>(
    _ section: String, known: [String], over defaults: [String: Any] = [:], root: String,
    name: String = RepositoryRoot.settings
  ) throws(Diagnostic) -> Section {
    let path = "\(root)/\(RepositoryRoot.settings)"
    let text = FileStamp.exists(path) ? try Source(path: path, name: name).bytes : Array("{}".utf8)
    do {
      let file = try object(JSONSerialization.jsonObject(with: Data(text)), known: ["examples", "site"])
      let settings = try defaults.merging(object(file[section] ?? [String: Any](), known: known)) { $1 }
      for module in settings["reference"] as? [Any] ?? [] { _ = try object(module, known: ["name", "modules"]) }
      let merged = try JSONSerialization.data(withJSONObject: settings)
      return try JSONDecoder().decode(Section.self, from: merged)
    } catch {
      throw Diagnostic(file: name, message: describe(error, in: section))
    }
  }

  /// An unknown setting would be ignored silently.
  private static func object(_ given: Any, known: [String]) throws -> [String: Any] {
    guard let given = given as? [String: Any] else { throw Wrong(message: "must be an object") }
    if let key = given.keys.sorted().first(where: { !known.contains($0) }) {
      let near = Spelling.nearest(to: key, in: known).map { "did you mean '\($0)'?" }
      throw Wrong(
        message: "'\(key)' is not a setting; \(near ?? "the settings are \(known.sorted().joined(separator: ", "))")")
    }
    return given
  }

  private struct Wrong: Error { var message: String }

  private static func describe(_ error: any Error, in section: String) -> String {
    guard let error = error as? DecodingError else { return (error as? Wrong)?.message ?? "is not valid JSON" }
    let (context, problem): (DecodingError.Context, String) =
      switch error {
      case .keyNotFound(let key, let context): (context, "'\(key.stringValue)' is missing")
      case .typeMismatch(let type, let context): (context, "must be a \(type)")
      case .valueNotFound(let type, let context): (context, "must be a \(type)")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "\(error)")
      }
    return section + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? "." + $0.stringValue }.joined()
      + ": \(problem)"
  }
}
