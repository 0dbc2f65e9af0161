import Markdown

/// Where the links and names in a doc comment lead.
struct ReferenceLinks: LinkResolver {
  let reference: APIReference
  /// The folder of the page that the comment is shown on.
  let folder: String
  /// The symbol that the comment belongs to.
  let context: Int?
  let source: Source
  var problems: [Diagnostic] = []

  var linksCode: Bool { true }

  mutating func resolve(_ link: Reference) -> String? {
    let address = link.address
    if ["https://", "http://", "mailto:"].contains(where: address.hasPrefix) { return address }
    problems.append(
      Links.problem(
        link, in: source, message: "“\(address)” is not a valid link in a doc comment",
        hint: "link to a web address, or name a symbol in double backticks"))
    return nil
  }

  mutating func resolve(code: Reference, isRequired: Bool) -> String? {
    reference.resolve(code, isRequired: isRequired, by: context, from: folder, in: source, &problems)
  }

  mutating func entry(of code: Reference) -> SymbolEntry? {
    reference.symbol(linked: code, by: context, in: source, &problems).flatMap { reference.entry(of: $0, from: folder) }
  }

  mutating func resolve(words: [CodeWord], isVerified: Bool, heading: Page.Heading?) -> [SymbolEntry?] {
    reference.symbols(of: words).map { symbol in
      symbol.flatMap { $0 == context ? nil : reference.entry(of: $0, from: folder) }
    }
  }
}

extension APIReference {
  /// The address of the symbol or module that inline code names, in the comment of the symbol `context` or on a page; nil
  /// if it names none, or that symbol itself.
  func resolve(
    _ code: Reference, isRequired: Bool, by context: Int? = nil, from folder: String, in source: Source,
    _ problems: inout [Diagnostic]
  ) -> String? {
    let name = code.address
    let symbol = isRequired ? index.symbol(linked: name, from: context) : index.symbol(meantBy: name)
    if let symbol { return symbol == context ? nil : address(of: symbol, from: folder) }
    if let module = address(ofModule: name, from: folder) { return module }
    if isRequired { problems.append(missing(code, in: source)) }
    return nil
  }

  /// The symbol that code in double backticks must name.
  func symbol(
    linked code: Reference, by context: Int? = nil, in source: Source, _ problems: inout [Diagnostic]
  ) -> Int? {
    let symbol = index.symbol(linked: code.address, from: context)
    if symbol == nil { problems.append(missing(code, in: source)) }
    return symbol
  }

  private func missing(_ code: Reference, in source: Source) -> Diagnostic {
    Links.problem(
      code, in: source, message: "there is no symbol “\(code.address)”",
      hint: suggestion(for: code.address).map { "did you mean “\($0)”?" }
        ?? "write other code in single backticks")
  }
}
