/// A named replacement that is applied to documented and printed output before they are compared.
struct OutputFilter {
  private var replace: (String) -> String

  func apply(to line: String) -> String { replace(line) }

  /// The filters that are there without any configuration.
  static let builtIn = [
    Configuration.Filter(name: "addresses", pattern: "0x[0-9a-fA-F]+", replacement: "0x0"),
    Configuration.Filter(
      name: "times", pattern: "[0-9]+(\\.[0-9]+)?(e-?[0-9]+)? ?(ns|µs|us|ms|s|sec|seconds?|minutes?)\\b",
      replacement: "0 s"),
    Configuration.Filter(
      name: "uuids", pattern: "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", replacement: "uuid"),
  ]

  /// - Throws: `VerifierError` when the pattern is no regular expression.
  init(_ filter: Configuration.Filter) throws(VerifierError) {
    let regex: Regex<AnyRegexOutput>
    do {
      regex = try Regex(filter.pattern)
    } catch {
      throw VerifierError("\(Configuration.fileName): filter '\(filter.name)' is not a regular expression: \(error)")
    }
    replace = { $0.replacing(regex, with: filter.replacement) }
  }

  /// The filters that `example` asks for.
  ///
  /// - Throws: `VerifierError` when there is none of a name.
  static func filters(for example: Example, _ configuration: Configuration) throws(VerifierError) -> [OutputFilter] {
    var filters: [OutputFilter] = []
    for name in example.attributes.filters {
      guard let filter = (configuration.filters + builtIn).first(where: { $0.name == name }) else {
        throw VerifierError("there is no filter '\(name)'; add it to 'filters' in \(Configuration.fileName)")
      }
      filters.append(try OutputFilter(filter))
    }
    return filters
  }
}
