/// Up to four elements, stored inline. With an array, a subscription to `zip` took 1,700 instructions more.
@frozen @usableFromInline struct Four<Element> {
  @usableFromInline var first: Element
  @usableFromInline var second: Element
  @usableFromInline var third: Element
  @usableFromInline var fourth: Element

  @inlinable init(repeating element: Element) {
    first = element
    second = element
    third = element
    fourth = element
  }

  @inlinable @inline(__always) subscript(index: Int) -> Element {
    get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }
}
