public struct Gas: Sendable { public var count = 0; public init() {} }
