import Testing

/// The word of demand where `UInt` has 32 bits, as in WebAssembly.
struct DemandWordTests {
  @Test func demandIsCountedDownToZero() {
    let word = DemandWord()
    #expect(word.add(.max(2)) == 0)
    #expect(word.isOver == false)
    #expect(word.takeOne() == true)
    #expect(word.takeOne() == true)
    #expect(word.takeOne() == false)
    #expect(word.demand == .none)
  }

  @Test func withoutDemandThereIsNothingToTake() {
    let word = DemandWord()
    #expect(word.takeOne() == false)
    #expect(word.now == 0)
  }

  @Test func theLargestDemandIsNotUnlimited() {
    let word = DemandWord()
    #expect(word.add(.max(Int.max)) == 0)
    #expect(word.demand == .max(Int.max))
    #expect(word.subtract(1) == DemandWord.Reading(Int.max) - 1)
    #expect(word.demand == .max(Int.max - 1))
  }

  @Test func sumsBeyondTheLargestDemandAreUnlimited() {
    let word = DemandWord()
    #expect(word.add(.max(Int.max)) == 0)
    #expect(word.add(.max(1)) != nil)
    #expect(word.demand == .unlimited)
  }

  @Test func unlimitedDemandStaysUnlimited() {
    let word = DemandWord()
    #expect(word.add(.unlimited) == 0)
    #expect(word.takeOne() == true)
    #expect(word.now.isUnlimited == true)
    #expect(word.demand == .unlimited)
  }

  @Test func nothingIsCountedAfterTheEnd() {
    let word = DemandWord()
    #expect(word.add(.max(3)) == 0)
    #expect(word.end() == 3)
    #expect(word.isOver == true)
    #expect(word.end().isOver == true)
    #expect(word.add(.max(1)) == nil)
    #expect(word.takeOne() == false)
    #expect(word.demand == .none)
  }
}
