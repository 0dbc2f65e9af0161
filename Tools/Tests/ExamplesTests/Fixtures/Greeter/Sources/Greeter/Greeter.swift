import CNumber

public struct Greeter {
  public init() {}

  public func greet(_ name: String) -> String {
    "Hello \(name), \(favourite_number())"
  }

  public func element(_ index: Int, of values: [Int]) -> Int {
    values[index]
  }
}
