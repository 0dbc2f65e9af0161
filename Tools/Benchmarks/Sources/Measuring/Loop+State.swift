// The cost of operators with state as statements in a loop.
extension Loop {
  public static var scan: Loop {
    Loop { sum in
      let (step, sink) = (opaque { (total: Int, value: Int) -> Int in total &+ value }, sink(sum))
      return {
        var total = 0
        for value in 0..<elements {
          total = step(total, value)
          sink(total)
        }
      }
    }
  }

  public static var fourScans: Loop {
    Loop { sum in
      let (step, sink) = (opaque { (total: Int, value: Int) -> Int in total &+ value }, sink(sum))
      return {
        var (first, second, third, fourth) = (0, 0, 0, 0)
        for value in 0..<elements {
          first = step(first, value)
          second = step(second, first)
          third = step(third, second)
          fourth = step(fourth, third)
          sink(fourth)
        }
      }
    }
  }

  public static var reduce: Loop {
    Loop { sum in
      let (step, sink) = (opaque { (total: Int, value: Int) -> Int in total &+ value }, sink(sum))
      return {
        var total = 0
        for value in 0..<elements { total = step(total, value) }
        sink(total)
      }
    }
  }

  public static var removeDuplicates: Loop {
    Loop { sum in
      let (isEqual, sink) = (opaque { (first: Int, second: Int) -> Bool in first == second }, sink(sum))
      return {
        var last: Int?
        for value in 0..<elements {
          if let previous = last, isEqual(previous, value) { continue }
          last = value
          sink(value)
        }
      }
    }
  }

  public static var prefixWhile: Loop {
    Loop { sum in
      let (isIncluded, sink) = (opaque { $0 >= 0 }, sink(sum))
      return {
        for value in 0..<elements {
          if !isIncluded(value) { break }
          sink(value)
        }
      }
    }
  }

  /// Arrays of `count` values each.
  public static func collect(_ count: Int) -> Loop {
    Loop { sum in
      let sink = opaque { (values: [Int]) -> Void in sum.add(values.count) }
      return {
        var batch: [Int] = []
        batch.reserveCapacity(count)
        for value in 0..<elements {
          batch.append(value)
          if batch.count == count {
            sink(batch)
            batch = []
            batch.reserveCapacity(count)
          }
        }
      }
    }
  }
}
