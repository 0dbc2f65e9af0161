import Foundation
import Pages

/// The feed of the changelog: an entry for each of its sections of level 2.
struct Feed {
  static let fileName = "feed.xml"

  /// The page of `pages` that is the changelog; nil when there is none.
  static func page(of pages: [String]) -> Int? {
    pages.firstIndex { $0.lowercased() == "changelog.md" }
  }

  /// The feed in Atom. A section without a date of its own has the day `changed`, or that of the section before it.
  static func atom(of page: Page, title: String, address: String?, output: String, changed: String?) -> [UInt8] {
    let base = address ?? ""
    var entries: [(heading: Page.Heading, day: String, text: String)] = []
    var day = changed ?? "1970-01-01"
    for (index, heading) in page.headings.enumerated() where heading.level == 2 {
      if let date = heading.text.firstMatch(of: /\b\d{4}-\d{2}-\d{2}\b/) { day = String(date.0) }
      var text = ""
      for section in page.sections {
        guard let number = section.heading, number >= index else { continue }
        if number > index, page.headings[number].level <= 2 { break }
        if number > index { text += page.headings[number].text + ": " }
        text += String(decoding: section.text, as: UTF8.self) + " "
      }
      entries.append((heading, day, text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
    }
    var xml = HTML()
    xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>")
    xml.write(
      """
      \(title): changes</title>
      <id>\(id(title, nil, address: base, output: output))</id>
      <updated>\(entries.map(\.day).max() ?? day)T00:00:00Z</updated>
      <author><name>\(title)</name></author>

      """)
    link("self", base + fileName, to: &xml)
    link("alternate", base + Links.encoded(output), to: &xml)
    for entry in entries {
      xml.markup("<entry>\n<title>")
      xml.text(entry.heading.text)
      xml.markup("</title>\n<id>")
      xml.text(id(title, entry.heading.id, address: base, output: output))
      xml.markup("</id>\n<updated>")
      xml.write("\(entry.day)T00:00:00Z</updated>\n")
      link("alternate", "\(base)\(Links.encoded(output))#\(entry.heading.id)", to: &xml)
      xml.markup("<summary>")
      xml.text(entry.text)
      xml.markup("</summary>\n</entry>\n")
    }
    xml.markup("</feed>\n")
    return xml.bytes
  }

  private static func link(_ relation: String, _ address: String, to xml: inout HTML) {
    xml.write("<link rel=\"\(relation)\" href=\"\(address: address)\"/>\n")
  }

  /// An identity that stays: the address, or a name where the site has none.
  private static func id(_ title: String, _ anchor: String?, address: String, output: String) -> String {
    let place = output + (anchor.map { "#\($0)" } ?? "")
    if !address.isEmpty { return address + place }
    let name = title.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return "urn:docs:\(name):\(place)"
  }
}
