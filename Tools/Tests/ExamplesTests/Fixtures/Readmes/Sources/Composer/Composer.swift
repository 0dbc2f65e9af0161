public struct Composer: Sendable { public var count = 0; public init() {} }
