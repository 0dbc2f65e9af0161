extension Collection where Element: Publisher {
  /// Sends the first value of each publisher in an array, then the second value of each, and so on.
  ///
  /// It finishes when a publisher has finished and all its values are used. It fails with the first failure. An empty
  /// collection finishes immediately.
  ///
  /// Demand: forwarded to each publisher. Early values are buffered until the other publishers have sent theirs.
  /// As in Combine, it subscribes to the publishers before the subscriber receives its subscription.
  /// Each array takes time and memory in proportion to the number of publishers.
  @inlinable public func zip() -> Publishers.ZipMany<Element> { .init(upstreams: Array(self)) }
}

extension Publishers {
  /// The publisher returned by `zip` of a collection.
  public struct ZipMany<Upstream: Publisher>: OwnPublisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstreams: [Upstream]

    @inlinable init(upstreams: [Upstream]) { self.upstreams = upstreams }

    @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let all = upstreams
      switch all.count {
      case 0: Empty().subscribe(subscriber)
      // Erased, because only an `AnyPublisher` notices that it forwards a custom publisher, as `map` does.
      case 1: all[0].map { [$0] }.eraseToAnyPublisher().subscribe(subscriber)
      case 2: all[0].zip(all[1]).map { [$0, $1] }.subscribe(subscriber)
      case 3: all[0].zip(all[1], all[2]).map { [$0, $1, $2] }.subscribe(subscriber)
      case 4: all[0].zip(all[1], all[2], all[3]).map { [$0, $1, $2, $3] }.subscribe(subscriber)
      default:
        let (a, b, c, d) = all.quarters
        a.zip().zip(b.zip(), c.zip(), d.zip()).map(Output.joined).subscribe(subscriber)
      }
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
