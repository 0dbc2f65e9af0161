/// Returns `whole` without its first `count` elements, in the same type or with the same description.
///
/// Works for types of the standard library that can be sliced without running user code. Returns `whole` for others:
/// slicing them could call closures, or behave in unknown ways.
func rest<C: Collection>(of whole: C, after count: Int) -> Any {
  count == 0 ? whole : (whole as? any Shortened)?.shortened(by: count) ?? whole
}

private protocol Shortened {
  func shortened(by count: Int) -> Any
}

extension Shortened where Self: RangeReplaceableCollection {
  fileprivate func shortened(by count: Int) -> Any { Self(dropFirst(count)) }
}

extension Array: Shortened {}
extension ArraySlice: Shortened {}
extension ContiguousArray: Shortened {}
extension String: Shortened {}
extension Substring: Shortened {}
extension String.UnicodeScalarView: Shortened {}

extension Range: Shortened where Bound: FixedWidthInteger {
  fileprivate func shortened(by count: Int) -> Any { lowerBound &+ Bound(truncatingIfNeeded: count)..<upperBound }
}

extension ClosedRange: Shortened where Bound: FixedWidthInteger {
  fileprivate func shortened(by count: Int) -> Any {
    let last = lowerBound &+ Bound(truncatingIfNeeded: count - 1)
    return last < upperBound ? last + 1...upperBound : [Bound]()
  }
}

extension Repeated: Shortened {
  fileprivate func shortened(by count: Int) -> Any { repeatElement(repeatedValue, count: self.count - count) }
}

// Arrays, because a set would hash the elements again.
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

/// A list of pairs that is described as a dictionary.
private struct Pairs<Key, Value>: CustomStringConvertible, CustomReflectable {
  let pairs: [(key: Key, value: Value)]

  var description: String {
    if pairs.isEmpty { return "[:]" }
    return "[" + pairs.map { "\(String(reflecting: $0)): \(String(reflecting: $1))" }.joined(separator: ", ") + "]"
  }
  var customMirror: Mirror { Mirror(self, unlabeledChildren: pairs, displayStyle: .dictionary) }
}

// MARK: From the other end

extension ReversedCollection: Shortened {
  fileprivate func shortened(by count: Int) -> Any {
    let base: Base = reversed()
    return (base as? any Curtailed)?.reversed(without: count) ?? self
  }
}

/// A collection whose last elements have been sent.
private protocol Curtailed {
  func reversed(without count: Int) -> Any
}

extension Curtailed where Self: RangeReplaceableCollection & BidirectionalCollection {
  fileprivate func reversed(without count: Int) -> Any { reverse(Self(dropLast(count))) }
}

extension Array: Curtailed {}
extension ArraySlice: Curtailed {}
extension ContiguousArray: Curtailed {}
extension String: Curtailed {}
extension Substring: Curtailed {}

extension Range: Curtailed where Bound: FixedWidthInteger, Bound.Stride: SignedInteger {
  fileprivate func reversed(without count: Int) -> Any {
    reverse(lowerBound..<upperBound &- Bound(truncatingIfNeeded: count))
  }
}

extension ClosedRange: Curtailed where Bound: FixedWidthInteger, Bound.Stride: SignedInteger {
  fileprivate func reversed(without count: Int) -> Any {
    let first = upperBound &- Bound(truncatingIfNeeded: count - 1)
    return first > lowerBound ? reverse(lowerBound...first - 1) : [Bound]()
  }
}

private func reverse<C: BidirectionalCollection>(_ collection: C) -> ReversedCollection<C> { collection.reversed() }
