import Markdown

/// Gives every heading of a page an id that stays the same as long as the heading's text does.
struct HeadingIDs {
  /// The ids of the frame around every page.
  static let ofFrame: Set = ["page.content", "page.contents", "search.results", "site.nav"]

  private var taken = HeadingIDs.ofFrame
  private var counts: [String: Int] = [:]

  /// Ids that were written by hand; generated ids avoid them.
  mutating func reserve(_ id: String) -> Bool {
    taken.insert(id).inserted
  }

  /// The id that GitHub would give: lower case, spaces as hyphens, punctuation dropped, a number for repetitions.
  mutating func make(for text: String) -> String {
    var slug = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "-", "_": slug.unicodeScalars.append(scalar)
      case "A"..."Z": slug += String(scalar).lowercased()
      case " ": slug += "-"
      default:
        guard !scalar.isASCII else { continue }
        if scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
          || scalar.properties.numericType != nil
        {
          slug += String(scalar).lowercased()
        }
      }
    }
    if slug.isEmpty { slug = "section" }
    if taken.insert(slug).inserted { return slug }
    var count = counts[slug, default: 0] + 1
    while !taken.insert("\(slug)-\(count)").inserted { count += 1 }
    counts[slug] = count
    return "\(slug)-\(count)"
  }
}
