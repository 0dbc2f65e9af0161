extension Collection where Element: Publisher {
  /// Sends the first value of each publisher in an array, then the second value of each, and so on.
  ///
  /// It finishes when a publisher has finished and all its values are used. It fails with the first failure. An empty
  /// collection finishes immediately.
  ///
  /// Demand: forwarded to each publisher. Early values are buffered until the other publishers have sent theirs.
  /// As in Combine, it subscribes to the publishers before the subscriber receives its subscription.
  /// Each array takes time and memory in proportion to the number of publishers.
  @_alwaysEmitIntoClient public func zip() -> AnyPublisher<[Element.Output], Element.Failure> {
    let all = Array(self)
    switch all.count {
    case 0: return AnyPublisher(Empty())
    case 1: return AnyPublisher(all[0].map { [$0] })
    case 2: return AnyPublisher(all[0].zip(all[1]).map { [$0, $1] })
    case 3: return AnyPublisher(all[0].zip(all[1], all[2]).map { [$0, $1, $2] })
    case 4: return AnyPublisher(all[0].zip(all[1], all[2], all[3]).map { [$0, $1, $2, $3] })
    default:
      let (a, b, c, d) = all.quarters
      return AnyPublisher(a.zip().zip(b.zip(), c.zip(), d.zip()).map([Element.Output].joined))
    }
  }
}

extension Array {
  /// The array in four parts of about equal length. Combine has operators for up to four publishers.
  @usableFromInline var quarters: (ArraySlice<Element>, ArraySlice<Element>, ArraySlice<Element>, ArraySlice<Element>) {
    let (a, b, c) = (count / 4, count / 2, count - count / 4)
    return (self[..<a], self[a..<b], self[b..<c], self[c...])
  }

  /// Joins four arrays with one allocation.
  @_alwaysEmitIntoClient static func joined(_ a: Array, _ b: Array, _ c: Array, _ d: Array) -> Array {
    var all = Array()
    all.reserveCapacity(a.count + b.count + c.count + d.count)
    for element in a { all.append(element) }
    for element in b { all.append(element) }
    for element in c { all.append(element) }
    for element in d { all.append(element) }
    return all
  }
}
