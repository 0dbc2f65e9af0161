import Compiling
import Foundation
import Testing

struct ObjectFileTests {
  /// A file of three sections: the empty first one, one that is loaded, and one with or without the flag for that.
  private func file(second: (size: UInt8, type: UInt8, flags: UInt8)) -> Data {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    bytes[0x28] = 64
    bytes[0x3A] = 64
    bytes[0x3C] = 3
    for section in [(0, 0, 0), (100, 1, 6), second] as [(size: UInt8, type: UInt8, flags: UInt8)] {
      var header = [UInt8](repeating: 0, count: 64)
      header[4] = section.type
      header[8] = section.flags
      header[0x20] = section.size
      bytes += header
    }
    return Data(bytes)
  }

  @Test func countsWhatIsLoaded() throws {
    #expect(try ObjectFile(file(second: (50, 1, 2))).size == 150)
  }

  @Test func doesNotCountNamesAndDebuggingInformation() throws {
    #expect(try ObjectFile(file(second: (50, 3, 0))).size == 100)
  }

  @Test func doesNotCountZeroedMemory() throws {
    #expect(try ObjectFile(file(second: (50, 8, 3))).size == 100)
  }

  @Test func refusesWhatIsNoObjectFile() {
    #expect(throws: ObjectFile.Unreadable.self) { try ObjectFile(Data("text".utf8)) }
    #expect(throws: ObjectFile.Unreadable.self) { try ObjectFile(file(second: (50, 1, 2)).prefix(100)) }
  }

  @Test func aChainUsesEachOperatorThatBothLibrariesHave() {
    let source = Chains().source(importing: "Streams")
    #expect(source.contains("import Streams\n"))
    #expect(source.components(separatedBy: "public func chain").count == 41)
    #expect(source.contains(".flatMap") && source.contains(".reduce") && source.contains(".share()"))
  }
}
