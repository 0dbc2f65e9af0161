import Streams
import Testing

/// The forms of merging.
struct MergeArityTests {
  private let p = (0..<8).map { _ in PassthroughSubject<Int, Never>() }

  /// Expects that `publisher` merges the first `count` subjects.
  private func check(_ publisher: some Publisher<Int, Never>, _ count: Int) {
    let recorder = RecordingSubscriber<Int, Never>()
    publisher.subscribe(recorder)
    for index in 0..<8 { p[index].send(index) }
    expectEqual(recorder.values, Array(0..<count))
  }

  @Test func eachArityMergesAllOfItsPublishers() {
    check(Publishers.Merge(p[0], p[1]), 2)
    check(Publishers.Merge3(p[0], p[1], p[2]), 3)
    check(Publishers.Merge4(p[0], p[1], p[2], p[3]), 4)
    check(Publishers.Merge5(p[0], p[1], p[2], p[3], p[4]), 5)
    check(Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5]), 6)
    check(Publishers.Merge7(p[0], p[1], p[2], p[3], p[4], p[5], p[6]), 7)
    check(Publishers.Merge8(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]), 8)
    check(Publishers.MergeMany(p[0], p[1], p[2]), 3)
    check(Publishers.MergeMany(p), 8)
    check(p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6], p[7]), 8)
    check(p[0].merge(with: p[1]).merge(with: p[2]), 3)
    check(p[0].merge(with: p[1], p[2]), 3)
    check(p[0].merge(with: p[1], p[2], p[3]), 4)
    check(p[0].merge(with: p[1], p[2], p[3], p[4]), 5)
    check(p[0].merge(with: p[1], p[2], p[3], p[4], p[5]), 6)
    check(p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6]), 7)
  }

  /// Whatever is added to whatever: every publisher is there, in its place.
  @Test func severalMayBeAddedToAnyArity() {
    let two = Publishers.Merge(p[0], p[1])
    check(two.merge(with: p[2], p[3]) as Publishers.Merge4, 4)
    check(two.merge(with: p[2], p[3], p[4]) as Publishers.Merge5, 5)
    check(two.merge(with: p[2], p[3], p[4], p[5]) as Publishers.Merge6, 6)
    check(two.merge(with: p[2], p[3], p[4], p[5], p[6]) as Publishers.Merge7, 7)
    let three = Publishers.Merge3(p[0], p[1], p[2])
    check(three.merge(with: p[3], p[4]) as Publishers.Merge5, 5)
    check(three.merge(with: p[3], p[4], p[5]) as Publishers.Merge6, 6)
    check(three.merge(with: p[3], p[4], p[5], p[6]) as Publishers.Merge7, 7)
    let four = Publishers.Merge4(p[0], p[1], p[2], p[3])
    check(four.merge(with: p[4], p[5]) as Publishers.Merge6, 6)
    check(four.merge(with: p[4], p[5], p[6]) as Publishers.Merge7, 7)
    check(four.merge(with: p[4], p[5], p[6], p[7]) as Publishers.Merge8, 8)
    let five = Publishers.Merge5(p[0], p[1], p[2], p[3], p[4])
    check(five.merge(with: p[5], p[6]) as Publishers.Merge7, 7)
    check(five.merge(with: p[5], p[6], p[7]) as Publishers.Merge8, 8)
    let six = Publishers.Merge6(p[0], p[1], p[2], p[3], p[4], p[5])
    check(six.merge(with: p[6], p[7]) as Publishers.Merge8, 8)
  }

  @Test func chainsMakeTheNextArity() {
    let s = PassthroughSubject<Int, Never>()
    let e = s.eraseToAnyPublisher()
    let two: Publishers.Merge<PassthroughSubject<Int, Never>, AnyPublisher<Int, Never>> = s.merge(with: e)
    let three: Publishers.Merge3 = two.merge(with: e)
    let four: Publishers.Merge4 = three.merge(with: e)
    let five: Publishers.Merge5 = four.merge(with: e)
    let six: Publishers.Merge6 = five.merge(with: e)
    let seven: Publishers.Merge7 = six.merge(with: e)
    let eight: Publishers.Merge8 = seven.merge(with: e)
    let recorder = RecordingSubscriber<Int, Never>()
    eight.subscribe(recorder)
    s.send(1)
    expectEqual(recorder.values.count, 8)
    let many: Publishers.MergeMany<PassthroughSubject<Int, Never>> = s.merge(with: s)
    expectEqual(many.merge(with: s).publishers.count, 3)
    _ = two.merge(with: e, e, e, e, e, e) as Publishers.Merge8
    _ = three.merge(with: e, e, e, e, e) as Publishers.Merge8
  }

  @Test func nothingMergedFinishesAtOnce() {
    let recorder = RecordingSubscriber<Int, Never>(.none)
    Publishers.MergeMany([PassthroughSubject<Int, Never>]()).subscribe(recorder)
    expectEqual(recorder.log, ["Merge", "finished"])
  }
}
