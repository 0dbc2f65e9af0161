// The cost of operators over several publishers as statements in a loop.
extension Loop {
  /// A loop of one in each round.
  public static var flatMap: Loop {
    Loop { sum in
      let (transform, sink) = (opaque { (value: Int) -> Int in value }, sink(sum))
      return {
        for value in 0..<elements {
          let first = transform(value)
          for inner in first...first { sink(inner) }
        }
      }
    }
  }

  public static var zip: Loop {
    Loop { sum in
      let sink = opaque { (first: Int, second: Int) -> Void in sum.add(first &+ second) }
      return { for (first, second) in Swift.zip(0..<elements, 0..<elements) { sink(first, second) } }
    }
  }
}
