public struct Reacts: Sendable { public var count = 0; public init() {} }
