import Streams

var squares: [Int] = []
let sum = (1...4).publisher.map { $0 * $0 }.handleEvents(receiveOutput: { squares.append($0) }).reduce(0, +)
  .sink { guard $0 == 30, squares == [1, 4, 9, 16] else { fatalError("received \($0) of \(squares)") } }
withExtendedLifetime(sum) { print("Streams: \(squares)") }

/// Runs a closure when it is deinitialised.
final class Parting {
  let number: Int
  let farewell: () -> Void

  init(_ number: Int, _ farewell: @escaping () -> Void = {}) {
    self.number = number
    self.farewell = farewell
  }

  deinit { farewell() }
}

// Only an optimised build may get this wrong: a replaced value is released after the new one has been stored.
let partings = PassthroughSubject<Parting, Never>()
let last = partings.last().sink { guard $0.number == 3 else { fatalError("the last was \($0.number)") } }
partings.send(Parting(1) { partings.send(Parting(3)) })
partings.send(Parting(2))
partings.send(completion: .finished)
withExtendedLifetime(last) {}
