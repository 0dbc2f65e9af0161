/// How `assign(to:on:ownership:)` holds the object.
public enum ObjectOwnership: Sendable {
  /// It keeps the object until the stream ends or is cancelled.
  case strong
  /// It does not keep the object. Once the object is deinitialised, values are dropped.
  case weak
  /// It does not keep the object, which must exist as long as values come: access to a released object stops the
  /// program.
  case unowned
}

extension Publisher where Failure == Never {
  /// Sets a property of `object` to each value.
  ///
  /// Combine's `assign(to:on:)` keeps the object; with `.weak` an object may hold the result without keeping itself.
  /// Demand: unlimited.
  @inlinable public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership
  ) -> AnyCancellable { sink(receiveValue: setter(keyPath, object, ownership)) }

  /// Sets a property of each of two objects to each value, the first one first.
  @inlinable public func assign<A: AnyObject, B: AnyObject>(
    to first: ReferenceWritableKeyPath<A, Output>, on a: A, and second: ReferenceWritableKeyPath<B, Output>, on b: B,
    ownership: ObjectOwnership = .strong
  ) -> AnyCancellable {
    let (first, second) = (setter(first, a, ownership), setter(second, b, ownership))
    return sink {
      first($0)
      second($0)
    }
  }

  /// Sets a property of each of three objects to each value, in their order.
  @inlinable public func assign<A: AnyObject, B: AnyObject, C: AnyObject>(
    to first: ReferenceWritableKeyPath<A, Output>, on a: A, and second: ReferenceWritableKeyPath<B, Output>, on b: B,
    and third: ReferenceWritableKeyPath<C, Output>, on c: C, ownership: ObjectOwnership = .strong
  ) -> AnyCancellable {
    let (first, second, third) = (
      setter(first, a, ownership), setter(second, b, ownership), setter(third, c, ownership)
    )
    return sink {
      first($0)
      second($0)
      third($0)
    }
  }

  @inlinable func setter<Root: AnyObject>(
    _ keyPath: ReferenceWritableKeyPath<Root, Output>, _ object: Root, _ ownership: ObjectOwnership
  ) -> (Output) -> Void {
    switch ownership {
    case .strong: { object[keyPath: keyPath] = $0 }
    case .weak: { [weak object] in object?[keyPath: keyPath] = $0 }
    case .unowned: { [unowned object] in object[keyPath: keyPath] = $0 }
    }
  }
}
