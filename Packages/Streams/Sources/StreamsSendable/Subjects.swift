import StreamsCore

// Classes. Locks guard their state; only values cross threads.

extension Future: @unchecked Sendable where Output: Sendable {}
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}
