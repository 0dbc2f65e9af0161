/// A page of the site, from a document or of the reference.
struct SitePage {
  /// Where it is written, in the site.
  let output: String
  /// The same, encoded as an address.
  let address: [UInt8]
  /// The address of the top of the site from this page.
  var root: [UInt8]
  /// Its title in the table of contents.
  var title: String
  /// What tells a page of the reference from others of its title: its module.
  var context: String?
  /// The path of its document in the repository.
  var source: String?
  /// The ids in it that links may name.
  var ids: Set<String> = []

  init(output: String, title: String, source: String? = nil) {
    (self.output, self.title, self.source) = (output, title, source)
    var html = HTML()
    html.address(Links.encoded(output).utf8)
    address = html.bytes
    root = Array(String(repeating: "../", count: output.utf8.count { $0 == UInt8(ascii: "/") }).utf8)
  }
}
