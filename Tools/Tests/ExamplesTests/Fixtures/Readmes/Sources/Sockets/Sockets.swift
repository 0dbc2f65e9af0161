public struct Sockets: Sendable { public var count = 0; public init() {} }
