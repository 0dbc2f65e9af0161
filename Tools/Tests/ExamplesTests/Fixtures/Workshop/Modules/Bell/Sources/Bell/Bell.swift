/// Rings.
///
/// ```swift
/// print(ring(1), Date.distantPast < Date())  // Prints: ding true
/// ```
public func ring(_ times: Int) -> String {
  Array(repeating: "ding", count: times).joined(separator: " ")
}

/// ```swift
/// let unused: Int? = ring(3)
/// ```
public let bell = "bell"
