public struct Nimblest: Sendable { public var count = 0; public init() {} }
