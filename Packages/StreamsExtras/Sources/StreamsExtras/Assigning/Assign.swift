/// How `assign(to:on:ownership:)` references the object.
public enum ObjectOwnership: Sendable {
  /// Retains the object until the stream ends or is cancelled.
  case strong
  /// Does not retain the object. After it is deinitialised, values are dropped.
  case weak
  /// Does not retain the object. Traps if a value arrives after the object is deinitialised.
  case unowned
}

extension Publisher where Failure == Never {
  /// Sets a property of `object` to each value.
  ///
  /// Combine's `assign(to:on:)` retains the object. With `.weak` an object can store the result without a reference cycle.
  /// Demand: unlimited.
  @_alwaysEmitIntoClient public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: ObjectOwnership
  ) -> AnyCancellable { sink(receiveValue: setter(keyPath, object, ownership)) }

  /// Sets a property of each of two objects to each value, in their order. Demand: unlimited.
  @_alwaysEmitIntoClient public func assign<A: AnyObject, B: AnyObject>(
    to first: ReferenceWritableKeyPath<A, Output>, on a: A, and second: ReferenceWritableKeyPath<B, Output>, on b: B,
    ownership: ObjectOwnership = .strong
  ) -> AnyCancellable {
    let (first, second) = (setter(first, a, ownership), setter(second, b, ownership))
    return sink {
      first($0)
      second($0)
    }
  }

  /// Sets a property of each of three objects to each value, in their order. Demand: unlimited.
  @_alwaysEmitIntoClient public func assign<A: AnyObject, B: AnyObject, C: AnyObject>(
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

  @_alwaysEmitIntoClient func setter<Root: AnyObject>(
    _ keyPath: ReferenceWritableKeyPath<Root, Output>, _ object: Root, _ ownership: ObjectOwnership
  ) -> (Output) -> Void {
    switch ownership {
    case .strong: { object[keyPath: keyPath] = $0 }
    case .weak: { [weak object] in object?[keyPath: keyPath] = $0 }
    case .unowned: { [unowned object] in object[keyPath: keyPath] = $0 }
    }
  }
}
