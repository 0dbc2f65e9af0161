public struct Parser: Sendable { public var count = 0; public init() {} }
