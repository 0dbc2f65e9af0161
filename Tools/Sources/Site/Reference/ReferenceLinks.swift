import Markdown
import Pages
import Symbols

/// Where the links and names in a doc comment lead.
struct ReferenceLinks: LinkResolver {
  let reference: APIReference
  /// The folder of the page that the comment is shown on.
  let folder: String
  /// The symbol that the comment belongs to.
  let context: Int?
  let source: Source
  private(set) var problems: [Diagnostic] = []

  init(_ reference: APIReference, folder: String, context: Int?, source: Source) {
    self.reference = reference
    self.folder = folder
    self.context = context
    self.source = source
  }

  var linksCode: Bool { true }

  mutating func resolve(_ link: Reference) -> String? {
    let address = link.address
    if address.hasPrefix("https://") || address.hasPrefix("http://") || address.hasPrefix("mailto:") { return address }
    problems.append(
      Links.problem(
        link, in: source, message: "“\(address)” is not a valid link in a doc comment",
        hint: "link to a web address, or name a symbol in double backticks"))
    return nil
  }

  mutating func resolve(code: Reference, isRequired: Bool) -> String? {
    let symbol =
      isRequired
      ? reference.index.symbol(linked: code.address, from: context)
      : reference.index.symbol(meantBy: code.address, from: context)
    if let symbol { return symbol == context ? nil : reference.address(of: symbol, from: folder) }
    if let module = reference.address(ofModule: code.address, from: folder) { return module }
    if isRequired { problems.append(reference.missing(code, in: source)) }
    return nil
  }

  mutating func entry(of code: Reference) -> SymbolEntry? {
    guard let symbol = reference.index.symbol(linked: code.address, from: context) else {
      problems.append(reference.missing(code, in: source))
      return nil
    }
    return reference.entry(of: symbol, from: folder)
  }

  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Page.Heading?) -> [String?] {
    CodeNames(index: reference.index, library: reference.library).symbols(of: words).map { symbol in
      symbol.flatMap { $0 == context ? nil : reference.address(of: $0, from: folder) }
    }
  }
}

extension APIReference {
  /// The problem that a link in double backticks names no symbol.
  func missing(_ code: Reference, in source: Source) -> Diagnostic {
    Links.problem(
      code, in: source, message: "there is no symbol “\(code.address)”",
      hint: suggestion(for: code.address).map { "did you mean “\($0)”?" }
        ?? "write other code in single backticks")
  }
}
