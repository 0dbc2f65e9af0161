/// What is left of `whole` after its first `count` elements, if that is of the same type or can be made so without calling
/// code of the user and without making elements; otherwise `whole`.
func rest<C: Collection>(of whole: C, after count: Int) -> Any {
  if count == 0 { return whole }
  if C.SubSequence.self == C.self { return whole.dropFirst(count) }
  if let range = whole as? any Shortened { return range.shortened(by: count) }
  return (whole as? any RangeReplaceableCollection).map { copy(of: $0, without: count) } ?? whole
}

private func copy<C: RangeReplaceableCollection>(of whole: C, without count: Int) -> Any { C(whole.dropFirst(count)) }

/// A range that includes its end: its parts are slices.
private protocol Shortened {
  func shortened(by count: Int) -> Any
}

extension ClosedRange: Shortened where Bound: Strideable, Bound.Stride: SignedInteger {
  fileprivate func shortened(by count: Int) -> Any {
    let last = lowerBound.advanced(by: Bound.Stride(count - 1))
    return last < upperBound ? last.advanced(by: 1)...upperBound : [Bound]()
  }
}
