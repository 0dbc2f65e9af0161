extension Tree {
  /// Turns addresses in text into links, by GFM's rules: `www.`, `http://`, `https://` and mail addresses.
  mutating func findAutolinks(in source: Source) {
    guard text.mayHoldAddress else { return }
    var replacements: [Int32: [Int32]] = [:]
    for index in nodes.indices where nodes[index].kind == .text {
      let node = nodes[index]
      guard bytes(node.literal).mayHoldAddress,
        !ancestors(of: Int32(index)).contains(where: { [.link, .image].contains(nodes[Int($0)].kind) })
      else { continue }
      let content = Array(bytes(node.literal))
      var written = source.line(Int(node.startLine)).dropFirst(Int(node.startColumn) - 1)
      let addresses = Autolink.all(in: content).prefix { address in
        guard node.isEscaped else { return true }
        // One with an escape in its name is text, and so are those after it.
        guard let name = written.firstRange(of: content[address.range.lowerBound..<address.nameEnd]) else {
          return false
        }
        written = written[name.upperBound...]
        return true
      }
      guard !addresses.isEmpty else { continue }
      var pieces: [Int32] = []
      var rest = 0
      for address in addresses {
        if address.range.lowerBound > rest {
          pieces.append(append(piece(of: node, from: rest, count: address.range.lowerBound - rest)))
        }
        let label = append(piece(of: node, from: address.range.lowerBound, count: address.range.count))
        var link = nodes[Int(label)]
        link.kind = .link
        link.literal = store(Array(address.prefix.utf8) + content[address.range])
        let linkIndex = append(link)
        adopt(label, by: linkIndex)
        pieces.append(linkIndex)
        rest = address.range.upperBound
      }
      if rest < content.count { pieces.append(append(piece(of: node, from: rest, count: content.count - rest))) }
      replacements[Int32(index)] = pieces
    }
    for parent in Set(replacements.keys.map { nodes[Int($0)].parent }) {
      setChildren(of: parent, to: children(of: parent).flatMap { replacements[$0] ?? [$0] })
    }
  }
}

extension Collection<UInt8> where Index == Int {
  /// Whether there is a `:`, `@` or `www` in the text at all: almost no text has, and this is quick to see.
  fileprivate var mayHoldAddress: Bool {
    var previous: UInt8 = 0
    for byte in self {
      switch byte {
      case UInt8(ascii: "@"): return true
      case UInt8(ascii: "/") where previous == UInt8(ascii: ":"): return true
      case UInt8(ascii: ".") where previous == UInt8(ascii: "w"): return true
      default: previous = byte
      }
    }
    return false
  }
}

/// An address found in plain text.
struct Autolink {
  let range: Range<Int>
  /// Where the name of its server ends.
  let nameEnd: Int
  /// The prefix of the link's address before the text: `http://`, `mailto:` or nothing.
  let prefix: String

  /// Every address in `text`, in order.
  static func all(in text: [UInt8]) -> [Autolink] {
    var found: [Autolink] = []
    var index = 0
    while index < text.count {
      let address: Autolink? =
        switch text[index] {
        case UInt8(ascii: "w"), UInt8(ascii: "W"): web(text, at: index, scheme: "www.", prefix: "http://")
        case UInt8(ascii: "h"), UInt8(ascii: "H"):
          web(text, at: index, scheme: "https://", prefix: "") ?? web(text, at: index, scheme: "http://", prefix: "")
        case UInt8(ascii: "@"): mail(text, at: index, notBefore: found.last?.range.upperBound ?? 0)
        default: nil
        }
      if let address {
        found.append(address)
        index = address.range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  private static func web(_ text: [UInt8], at start: Int, scheme: String, prefix: String) -> Autolink? {
    if start > 0, !" \t\n*_~(".utf8.contains(text[start - 1]) { return nil }
    guard text.count - start > scheme.utf8.count,
      zip(text[start...], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
    else { return nil }
    var domain = text[(prefix.isEmpty ? start + scheme.utf8.count : start)...].prefix { $0.isDomainByte }
    while let last = domain.last, "._".utf8.contains(last) { domain.removeLast() }
    let parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }),
      !parts.suffix(2).joined().contains(UInt8(ascii: "_"))
    else { return nil }
    let end = text[domain.endIndex...].firstIndex { " \t\n<".utf8.contains($0) } ?? text.count
    let trimmed = trimmedEnd(text, start..<end)
    guard trimmed > domain.startIndex else { return nil }
    return Autolink(range: start..<trimmed, nameEnd: min(domain.endIndex, trimmed), prefix: prefix)
  }

  /// Leaves trailing punctuation, an unmatched `)` and what looks like an entity outside the link.
  private static func trimmedEnd(_ text: [UInt8], _ range: Range<Int>) -> Int {
    var end = range.upperBound
    // Counted once, then kept up to date: a thousand `)` must not be counted a thousand times.
    var surplus = text[range].reduce(0) { $0 + ($1 == UInt8(ascii: ")") ? 1 : $1 == UInt8(ascii: "(") ? -1 : 0) }
    while end > range.lowerBound {
      let last = text[end - 1]
      if "?!.,:*_~'\"".utf8.contains(last) {
        end -= 1
      } else if last == UInt8(ascii: ")"), surplus > 0 {
        end -= 1
        surplus -= 1
      } else if last == UInt8(ascii: ";") {
        var start = end - 1
        while start > range.lowerBound, text[start - 1].isLetterOrDigit { start -= 1 }
        guard start < end - 1, start > range.lowerBound, text[start - 1] == UInt8(ascii: "&") else { return end }
        end = start - 1
      } else {
        return end
      }
    }
    return end
  }

  private static func mail(_ text: [UInt8], at sign: Int, notBefore limit: Int) -> Autolink? {
    let user = text[limit..<sign].reversed().prefix { $0.isLetterOrDigit || ".-_+".utf8.contains($0) }
    var domain = text[(sign + 1)...].prefix { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    while domain.last == UInt8(ascii: ".") { domain.removeLast() }
    guard !user.isEmpty, domain.contains(UInt8(ascii: ".")), domain.last?.isLetterOrDigit == true else { return nil }
    return Autolink(range: sign - user.count..<domain.endIndex, nameEnd: domain.endIndex, prefix: "mailto:")
  }
}

extension UInt8 {
  var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  fileprivate var isDomainByte: Bool { isLetterOrDigit || "-_.".utf8.contains(self) || self >= 0x80 }
}
