import Markdown
import Pages

extension SiteBuilder {
  /// A link or an image of a page that leads to a web server.
  public struct WebReference: Sendable {
    public var address: String
    /// The place of the address, for messages.
    public var place: Diagnostic
  }

  /// All links to web servers in the pages of `source`, in their order.
  ///
  /// - Throws: a `Diagnostic` when the folder cannot be read.
  public static func webReferences(in source: String) throws(Diagnostic) -> [WebReference] {
    let tree = try SourceTree(root: source)
    var references: [WebReference] = []
    for path in tree.pages {
      let document = try Document(path: "\(source)/\(path)", name: "\(source)/\(path)")
      for node in document.tree.nodes where node.kind == .link || node.kind == .image {
        let address = document.tree.string(node.literal)
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else { continue }
        let reference = Reference(
          address: address, isImage: node.kind == .image, line: Int(node.startLine), column: Int(node.startColumn),
          endLine: Int(node.endLine))
        references.append(
          WebReference(
            address: address, place: Links.problem(reference, in: document.source, message: "", hint: nil)))
      }
    }
    return references
  }
}
