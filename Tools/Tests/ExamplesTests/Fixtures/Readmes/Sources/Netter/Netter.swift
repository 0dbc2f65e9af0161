public struct Netter: Sendable { public var count = 0; public init() {} }
