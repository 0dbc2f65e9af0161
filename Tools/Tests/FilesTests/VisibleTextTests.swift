import Files
import Testing

@Test func nothingInVisibleTextTurnsTheOrderOfLetters() {
  #expect("a\u{202E}b\u{2066}c\u{200F}\u{61C}".visible == #"a\u{202E}b\u{2066}c\u{200F}\u{61C}"#)
  #expect("a\u{2028}\u{85}\r\n\tb".visible == #"a\u{2028}\u{85}"# + "␍\n\tb")
  #expect("👩\u{200D}🚀 ÄÖ שלום".visible == "👩\u{200D}🚀 ÄÖ שלום")
}
