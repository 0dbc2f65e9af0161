import CBell
import CDrum
import CLimits
import CNumber
import Foundation

public struct Greeter {
  public init() {}

  public func greet(_ name: String) -> String {
    "Hello \(name), \(favourite_number())"
  }

  public func element(_ index: Int, of values: [Int]) -> Int {
    values[index]
  }

  /// A text from the package's resources.
  public var greeting: String {
    let url = Bundle.module.url(forResource: "greeting", withExtension: "txt")
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "no resource"
    return String(text.prefix(Int(GREETING_LIMIT)))
  }

  /// A type of C.
  public var beat: Beat { drum_beat(bell_count()) }

  public var limit: Int { Int(GREETING_LIMIT) }

  public func line(_ line: Int = #line) -> Int { line }
}
