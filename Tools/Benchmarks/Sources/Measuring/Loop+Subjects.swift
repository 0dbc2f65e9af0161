extension Loop {
  /// Every value to each closure in an array of `count`.
  public static func sinks(_ count: Int) -> Loop {
    Loop { sum in
      let sinks = (0..<count).map { _ in opaque { (value: Int) -> Void in sum.add(value) } }
      return { for value in 0..<(elements / count) { for sink in sinks { sink(value) } } }
    }
  }

  /// A closure that sets a property of an object.
  public static var assign: Loop {
    Loop { _ in
      let object = Property()
      let assign = opaque { (value: Int) -> Void in object.value = value }
      return { for value in 0..<elements { assign(value) } }
    }
  }

  /// One closure called with the value, and one that sets a property to it.
  public static var assignAndCall: Loop {
    Loop { sum in
      let object = Property()
      let (assign, sink) = (opaque { (value: Int) -> Void in object.value = value }, sink(sum))
      return {
        for value in 0..<elements {
          sink(value)
          assign(value)
        }
      }
    }
  }
}

private final class Property { var value = 0 }
