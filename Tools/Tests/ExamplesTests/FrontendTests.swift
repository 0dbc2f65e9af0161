import Testing

@testable import Examples

struct FrontendTests {
  @Test func aLineOfShellIsReadAsItsWords() {
    let words = BuiltProbe.words(of: #"/bin/swift-frontend -c 'a b.swift' -D '' -o 'it'\''s.o'"# + "\n")
    #expect(words == ["/bin/swift-frontend", "-c", "a b.swift", "-D", "", "-o", "it's.o"])
  }
}
