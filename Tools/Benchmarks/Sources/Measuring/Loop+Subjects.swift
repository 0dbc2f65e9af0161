extension Loop {
  /// Every value to each closure in an array of `count`.
  public static func sinks(_ count: Int) -> Loop {
    Loop { sum in
      let sinks = (0..<count).map { _ in opaque { (value: Int) -> Void in sum.add(value) } }
      return { for value in 0..<(elements / count) { for sink in sinks { sink(value) } } }
    }
  }
}
