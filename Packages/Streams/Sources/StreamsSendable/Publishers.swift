import StreamsCore

// Values that hold what they publish. `make lint` lets the compiler check these conformances.

extension Just: @unchecked Sendable where Output: Sendable {}
extension Optional.Publisher: @unchecked Sendable where Wrapped: Sendable {}
extension Record: @unchecked Sendable where Output: Sendable {}
extension Record.Recording: @unchecked Sendable where Output: Sendable {}
extension Result.Publisher: @unchecked Sendable where Success: Sendable {}
extension Publishers.Sequence: @unchecked Sendable where Elements: Sendable {}
extension Published: @unchecked Sendable where Value: Sendable {}
extension Published.Publisher: @unchecked Sendable where Value: Sendable {}
extension AsyncPublisher: @unchecked Sendable where P: Sendable {}
extension AsyncThrowingPublisher: @unchecked Sendable where P: Sendable {}
