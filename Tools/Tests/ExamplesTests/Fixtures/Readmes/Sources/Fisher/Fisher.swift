public struct Fisher: Sendable { public var count = 0; public init() {} }
