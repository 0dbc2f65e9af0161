import Markdown
@testable import Site

/// Links as they are written.
struct PlainLinks: LinkResolver {
  func resolve(_ reference: Reference) -> String? { reference.address }
}

/// The article that `markdown` makes.
func rendered(_ markdown: String) -> String {
  let page = Renderer.render(Document(name: "page.md", text: markdown), resolver: PlainLinks()).page
  return String(decoding: page.body, as: UTF8.self)
}
