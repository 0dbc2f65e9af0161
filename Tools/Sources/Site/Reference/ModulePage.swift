import Pages
import Symbols

extension ReferenceWriter {
  /// The page of a module: what introduces it, then everything at its top that the introduction does not list.
  mutating func writeModule(_ number: Int) {
    let module = library.modules[number]
    crumbs([], kind: "Module")
    if let introduction {
      write(introduction.page)
    } else {
      title(module.name)
      html.markup("<figure class=\"code declaration\"><pre tabindex=\"0\" data-language=\"swift\"><code>")
      html.swift(Array("import \(module.name)".utf8)[...])
      html.markup("</code></pre></figure>\n")
    }
    let types: [(String, String, Symbol.Kind)] = [
      ("Protocols", "protocols", .protocol), ("Classes", "classes", .class), ("Structures", "structures", .struct),
      ("Enumerations", "enumerations", .enum),
    ]
    for (title, id, kind) in types {
      let found = module.top.filter { library.symbols[$0].kind == kind && introduction?.listed.contains($0) != true }
      guard !found.isEmpty else { continue }
      heading(2, introduction == nil ? title : "Other \(title.lowercased())", id: id)
      list(found)
    }
    let members: [(String, String, Symbol.Kind)] = [
      ("Functions", "functions", .function), ("Operators", "operators", .operator),
      ("Variables", "variables", .variable), ("Macros", "macros", .macro),
      ("Type aliases", "type-aliases", .typealias),
    ]
    for (title, id, kind) in members {
      let found = module.top.filter { library.symbols[$0].kind == kind }
      guard !found.isEmpty else { continue }
      heading(2, title, id: id)
      self.members(found)
    }
    let extended = module.top.filter { library.symbols[$0].kind == .extended }
    guard !extended.isEmpty else { return }
    heading(2, "Added to other types", id: "extensions")
    list(extended)
  }
}
