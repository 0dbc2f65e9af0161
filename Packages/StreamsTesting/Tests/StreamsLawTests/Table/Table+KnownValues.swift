import StreamsLaws
import StreamsTesting

/// The operators that publishers have of their own because they know their values.
extension Table {
  static let knownValues: [Row] = [
    Row(source: "Just.map") { Just(1).map { $0 + 1 } },
    Row(source: "Just.tryMap") { Just(1).tryMap { $0 + 1 } },
    Row(source: "Just.prepend") { Just(1).prepend(2, 3) },
    Row(source: "Just.append") { Just(1).append([2, 3]) },
    Row(source: "Just.collect") { Just(1).collect() },
    Row(source: "Just.dropFirst") { Just(1).dropFirst() },
    Row(source: "Optional.Publisher.filter") { Int?.some(1).publisher.filter { $0 > 1 } },
    Row(source: "Result.Publisher.tryMap") {
      Result<Int, LawError>.success(1).publisher.tryMap { _ in throw LawError() }
    },
    Row(source: "Publishers.Sequence.map") { (1...100).publisher.map { $0 + 1 } },
    Row(source: "Publishers.Sequence.filter") { [1, 2, 3, 4].publisher.filter { $0 % 2 == 0 } },
    Row(source: "Publishers.Sequence.prefix") { (1...100).publisher.prefix(3) },
    Row(source: "Publishers.Sequence.append") { [1, 2].publisher.append(3, 4) },
    Row(source: "Publishers.Sequence.prepend") { [1, 2].publisher.prepend(3, 4) },
    Row(source: "Publishers.Sequence.reduce") { (1...100).publisher.reduce(0) { $0 + $1 } },
    Row(source: "Publishers.Sequence.collect") { (1...100).publisher.collect() },
  ]
}
