extension Character {
  /// How many columns it takes in a terminal: 2 for what is wide or fullwidth in Unicode's East Asian Width and for
  /// emoji that are shown as such, 0 for what only joins other characters, otherwise 1.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji ? 2 : 1 }
    if first.isJoining { return 0 }
    return unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation || first.isWide ? 2 : 1
  }
}

extension StringProtocol {
  /// How many columns it takes in a terminal. O(n).
  var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? count : reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
  /// Whether it takes no column of its own.
  fileprivate var isJoining: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Whether it is wide or fullwidth by Unicode 16, with what is not assigned between such; emoji are not among them.
  fileprivate var isWide: Bool { Self.wide.contains { $0.contains(value) } }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
