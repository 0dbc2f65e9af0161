extension LawLab {
  private static let count = 600
  /// The maximum difference in stack depth between two deliveries, in bytes. A recursion takes several times as much.
  private static let bound = 48 << 10

  /// N1.
  func checkDepth() {
    guard specimen.kind != .subject else { return }
    depth("the subscriber requests one value, and another inside each delivery") { observer in
      observer.request(.max(1))
      return .none
    }
    depth("the subscriber requests one value and returns a demand of one for each") { _ in .max(1) }
  }

  private func depth(_ situation: String, more: @escaping (LawObserver) -> Subscribers.Demand) {
    let limit = specimen.kind == .endless ? Self.count : .max
    run(situation, total: Self.count, play: .loaded, mode: .untraced) { run in
      var lowest = UInt.max
      var highest: UInt = 0
      run.observer.onValue = { observer, count in
        let place = placeOnStack()
        lowest = min(lowest, place)
        highest = max(highest, place)
        if highest - lowest > Self.bound {
          observer.cancel()
          return .none
        }
        return count < limit ? more(observer) : .none
      }
      run.subscribe(requesting: [.max(1)])
      let deep = highest > lowest ? highest - lowest : 0
      run.expect(
        .noRecursion, deep <= Self.bound, "the stack does not grow with the number of values",
        "after \(run.observer.values.count) values it has grown by \(deep) bytes")
    }
  }
}

@inline(never) private func placeOnStack() -> UInt {
  var mark: UInt8 = 0
  return withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
}
