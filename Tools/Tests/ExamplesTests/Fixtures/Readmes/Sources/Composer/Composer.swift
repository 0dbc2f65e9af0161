public struct Composer: Sendable { public var count = 0; public init() {} }

/// ```swift
/// print(Twin().name)  // Prints: Composer
/// ```
public struct Twin: Sendable { public let name = "Composer"; public init() {} }

/// ```swift
/// print(countComposer())  // Prints: 1
/// ```
@available(*, deprecated, renamed: "Twin")
public func countComposer() -> Int { 1 }
