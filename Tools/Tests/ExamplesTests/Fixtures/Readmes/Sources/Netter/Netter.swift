public struct Netter: Sendable { public var count = 0; public init() {} }

/// ```swift
/// print(Twin().name)  // Prints: Netter
/// ```
public struct Twin: Sendable { public let name = "Netter"; public init() {} }

/// ```swift
/// print(countNetter())  // Prints: 1
/// ```
@available(*, deprecated, renamed: "Twin")
public func countNetter() -> Int { 1 }
