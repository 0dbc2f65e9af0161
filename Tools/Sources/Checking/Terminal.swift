/// Text of examples on its way to a terminal.
package enum Terminal {
  /// `text` with its control characters, line ends and tabs aside, as the pictures that Unicode has for them: what an
  /// example prints must not move the cursor or set the title of a window.
  package static func visible(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: scalars.append(scalar)
      case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case 0x7F: scalars.append("\u{2421}")
      case 0x80..<0xA0: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
