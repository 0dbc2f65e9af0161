import Streams

var squares: [Int] = []
let sum = (1...4).publisher.map { $0 * $0 }.handleEvents(receiveOutput: { squares.append($0) }).reduce(0, +)
  .sink { guard $0 == 30, squares == [1, 4, 9, 16] else { fatalError("received \($0) of \(squares)") } }
withExtendedLifetime(sum) { print("Streams: \(squares)") }
