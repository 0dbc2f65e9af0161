import StreamsCore

// Values that hold their upstreams. `make lint` lets the compiler check these conformances.

extension Publishers.Concatenate: @unchecked Sendable where Prefix: Sendable, Suffix: Sendable {}
extension Publishers.CombineLatest: @unchecked Sendable where A: Sendable, B: Sendable {}
extension Publishers.CombineLatest3: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.CombineLatest4: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
extension Publishers.DropUntilOutput: @unchecked Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.Merge: @unchecked Sendable where A: Sendable, B: Sendable {}
extension Publishers.Merge3: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.Merge4: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
extension Publishers.Merge5: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable {
}
extension Publishers.Merge6: @unchecked Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable {}
extension Publishers.Merge7: @unchecked Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable {}
extension Publishers.Merge8: @unchecked Sendable
where A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable, H: Sendable {}
extension Publishers.MergeMany: @unchecked Sendable where Upstream: Sendable {}
extension Publishers.PrefixUntilOutput: @unchecked Sendable where Upstream: Sendable, Other: Sendable {}
extension Publishers.Zip: @unchecked Sendable where A: Sendable, B: Sendable {}
extension Publishers.Zip3: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable {}
extension Publishers.Zip4: @unchecked Sendable where A: Sendable, B: Sendable, C: Sendable, D: Sendable {}
