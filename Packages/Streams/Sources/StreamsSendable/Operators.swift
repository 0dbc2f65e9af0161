import StreamsCore

// Values that hold their upstream and parameters. `make lint` lets the compiler check these conformances.

extension Publishers.Retry: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.IgnoreOutput: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.ReplaceEmpty: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
extension Publishers.ReplaceError: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
extension Publishers.Contains: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
extension Publishers.Collect: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.CollectByCount: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.Count: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.Drop: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.First: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.Last: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.Output: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.SetFailureType: @unchecked Sendable where Upstream: Sendable {}
