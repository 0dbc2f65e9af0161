/// A page of the site, from a document or of the reference.
struct SitePage {
  /// Where it is written, in the site.
  let output: String
  /// The same, encoded as an address.
  let address: [UInt8]
  /// Its title in the table of contents.
  var title: String
  var summary = ""
  /// The day of its last change in git, such as `2026-03-31`.
  var changed: String?
  /// The ids in it that links may name.
  var ids: Set<String> = []

  init(output: String, title: String = "") {
    self.output = output
    self.title = title
    var html = HTML()
    html.address(Links.encoded(output).utf8)
    address = html.bytes
  }

  /// The Markdown version of the page at `path`, which ends with `html`.
  static func twin(of path: String) -> String { path.dropLast(4) + "md" }
}
