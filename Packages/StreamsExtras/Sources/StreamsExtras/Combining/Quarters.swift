extension Array {
  /// The array in four parts of about equal length. Combine has operators for up to four publishers.
  @usableFromInline var quarters: (ArraySlice<Element>, ArraySlice<Element>, ArraySlice<Element>, ArraySlice<Element>) {
    let (a, b, c) = (count / 4, count / 2, count - count / 4)
    return (self[..<a], self[a..<b], self[b..<c], self[c...])
  }

  /// Joins four arrays with one allocation.
  @inlinable static func joined(_ a: Array, _ b: Array, _ c: Array, _ d: Array) -> Array {
    var all = Array()
    all.reserveCapacity(a.count + b.count + c.count + d.count)
    for element in a { all.append(element) }
    for element in b { all.append(element) }
    for element in c { all.append(element) }
    for element in d { all.append(element) }
    return all
  }
}
