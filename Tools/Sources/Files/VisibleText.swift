extension String {
  /// The text without characters that would do something to a terminal that shows it, such as move the cursor, set the title of
  /// a window, or turn the order of letters around. In their place are the pictures that Unicode has for some of them, and
  /// escapes as in `\u{202E}`. Line ends and tabs stay.
  package var visible: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A: scalars.append(scalar)
      case 0..<0x20: scalars.append(Unicode.Scalar(0x2400 + scalar.value)!)
      case 0x7F: scalars.append("\u{2421}")
      case _ where scalar.properties.isBidiControl || scalar.properties.generalCategory == .control,
        0x2028, 0x2029, 0xFFFE, 0xFFFF:
        scalars.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
