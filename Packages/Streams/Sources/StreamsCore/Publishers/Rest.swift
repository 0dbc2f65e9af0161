/// What is left of `whole` after its first `count` elements: of the same type, or at least described as if it were, if that
/// can be had without making or hashing elements; otherwise `whole`.
func rest<C: Collection>(of whole: C, after count: Int) -> Any {
  if count == 0 || mayBeLazy(whole) { return whole }
  if let known = whole as? any Shortened { return known.shortened(by: count) }
  if C.SubSequence.self == C.self { return whole.dropFirst(count) }
  return (whole as? any RangeReplaceableCollection).map { copy(of: $0, without: count) } ?? whole
}

private func copy<C: RangeReplaceableCollection>(of whole: C, without count: Int) -> Any { C(whole.dropFirst(count)) }

/// Whether to look for its elements may be to call closures.
private func mayBeLazy<C: Collection>(_ collection: C) -> Bool {
  collection is any LazySequenceProtocol || collection is any TypeErased
}

private protocol TypeErased {}
extension AnyCollection: TypeErased {}
extension AnyBidirectionalCollection: TypeErased {}
extension AnyRandomAccessCollection: TypeErased {}

/// A collection whose parts are of another type.
private protocol Shortened {
  func shortened(by count: Int) -> Any
}

extension ClosedRange: Shortened where Bound: Strideable, Bound.Stride: SignedInteger {
  fileprivate func shortened(by count: Int) -> Any {
    let last = lowerBound.advanced(by: Bound.Stride(count - 1))
    return last < upperBound ? last.advanced(by: 1)...upperBound : [Bound]()
  }
}

extension Repeated: Shortened {
  fileprivate func shortened(by count: Int) -> Any { repeatElement(repeatedValue, count: self.count - count) }
}

extension Set: Shortened {
  fileprivate func shortened(by count: Int) -> Any { Array(dropFirst(count)) }
}

extension Dictionary.Keys: Shortened {
  fileprivate func shortened(by count: Int) -> Any { Array(dropFirst(count)) }
}

extension Dictionary.Values: Shortened {
  fileprivate func shortened(by count: Int) -> Any { Array(dropFirst(count)) }
}

extension Dictionary: Shortened {
  fileprivate func shortened(by count: Int) -> Any { Pairs(pairs: Array(dropFirst(count))) }
}

extension KeyValuePairs: Shortened {
  fileprivate func shortened(by count: Int) -> Any { Pairs(pairs: Array(dropFirst(count))) }
}

/// Shows itself as a dictionary of these pairs.
private struct Pairs<Key, Value>: CustomStringConvertible, CustomReflectable {
  let pairs: [(key: Key, value: Value)]

  var description: String {
    if pairs.isEmpty { return "[:]" }
    return "[" + pairs.map { "\(String(reflecting: $0)): \(String(reflecting: $1))" }.joined(separator: ", ") + "]"
  }
  var customMirror: Mirror { Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary) }
}

extension String.UTF8View: Shortened {
  fileprivate func shortened(by count: Int) -> Any { String(decoding: dropFirst(count), as: UTF8.self).utf8 }
}

extension String.UTF16View: Shortened {
  fileprivate func shortened(by count: Int) -> Any { String(decoding: dropFirst(count), as: UTF16.self).utf16 }
}

// MARK: From the other end

extension ReversedCollection: Shortened {
  fileprivate func shortened(by count: Int) -> Any {
    let base: Base = reversed()
    if mayBeLazy(base) { return self }
    if let range = base as? any Curtailed { return range.reversed(without: count) }
    if Base.SubSequence.self == Base.self { return reverse(base.dropLast(count)) }
    return (base as? any RangeReplaceableCollection & BidirectionalCollection).map { copyReversed($0, without: count) }
      ?? self
  }
}

private func reverse<C: BidirectionalCollection>(_ collection: C) -> ReversedCollection<C> { collection.reversed() }

private func copyReversed<C: RangeReplaceableCollection & BidirectionalCollection>(_ whole: C, without count: Int)
  -> Any
{
  reverse(C(whole.dropLast(count)))
}

/// A closed range, the last elements of which have been sent.
private protocol Curtailed {
  func reversed(without count: Int) -> Any
}

extension ClosedRange: Curtailed where Bound: Strideable, Bound.Stride: SignedInteger {
  fileprivate func reversed(without count: Int) -> Any {
    let first = upperBound.advanced(by: -Bound.Stride(count - 1))
    return first > lowerBound ? reverse(lowerBound...first.advanced(by: -1)) : [Bound]()
  }
}
