// The cost of each operator as a statement in a loop.
extension Loop {
  static func sink(_ sum: Sum) -> (Int) -> Void { opaque { sum.add($0) } }

  /// One opaque closure a value.
  public static var sink: Loop {
    Loop { sum in
      let sink = sink(sum)
      return { for value in 0..<elements { sink(value) } }
    }
  }

  public static var mapFilterMap: Loop {
    Loop { sum in
      let (triple, isEven) = (opaque { $0 &* 3 }, opaque { $0 & 1 == 0 })
      let (next, sink) = (opaque { $0 &+ 1 }, sink(sum))
      return {
        for value in 0..<elements {
          let tripled = triple(value)
          if isEven(tripled) { sink(next(tripled)) }
        }
      }
    }
  }

  /// `count` closures in turn: 1, 2, 3 or a multiple of 5. They are constants, because a closure that is taken out of an
  /// array is retained and released for each call, which takes longer than the call.
  public static func maps(_ count: Int) -> Loop {
    precondition((1...3).contains(count) || count % 5 == 0, "Loop.maps: \(count) is not 1, 2, 3 or a multiple of 5")
    return Loop { sum in
      let sink = sink(sum)
      let (a, b, c) = (opaque { $0 &+ 1 }, opaque { $0 &+ 2 }, opaque { $0 &+ 3 })
      let (d, e) = (opaque { $0 &+ 4 }, opaque { $0 &+ 5 })
      switch count {
      case 1: return { for value in 0..<elements { sink(a(value)) } }
      case 2: return { for value in 0..<elements { sink(b(a(value))) } }
      case 3: return { for value in 0..<elements { sink(c(b(a(value)))) } }
      default:
        return {
          for value in 0..<elements {
            var value = value
            for _ in 0..<(count / 5) { value = e(d(c(b(a(value))))) }
            sink(value)
          }
        }
      }
    }
  }

  public static var tryMap: Loop {
    Loop { sum in
      let (transform, sink) = (opaque { (value: Int) throws -> Int in value &+ 1 }, sink(sum))
      return { for value in 0..<elements { sink((try? transform(value)) ?? 0) } }
    }
  }

  /// Four closures that may throw.
  public static var fourTryMaps: Loop {
    Loop { sum in
      let sink = sink(sum)
      let (a, b) = (
        opaque { (value: Int) throws -> Int in value &+ 1 }, opaque { (value: Int) throws -> Int in value &+ 2 }
      )
      let (c, d) = (
        opaque { (value: Int) throws -> Int in value &+ 3 }, opaque { (value: Int) throws -> Int in value &+ 4 }
      )
      return { for value in 0..<elements { sink((try? d(c(b(a(value))))) ?? 0) } }
    }
  }

  /// A transformation and a condition, `count` times.
  public static func mapsAndFilters(_ count: Int) -> Loop {
    Loop { sum in
      let (transform, isIncluded, sink) = (opaque { $0 &+ 1 }, opaque { $0 >= 0 }, sink(sum))
      return {
        next: for value in 0..<elements {
          var value = value
          for _ in 0..<count {
            value = transform(value)
            if !isIncluded(value) { continue next }
          }
          sink(value)
        }
      }
    }
  }

  public static var compactMap: Loop {
    Loop { sum in
      let (transform, sink) = (opaque { (value: Int) -> Int? in value & 1 == 0 ? value : nil }, sink(sum))
      return { for value in 0..<elements { if let result = transform(value) { sink(result) } } }
    }
  }
}
