import Measuring
import Testing

struct StatisticsTests {
  @Test func medianOfAnOddNumber() { #expect(median([5, 1, 3]) == 3) }

  @Test func medianOfAnEvenNumber() { #expect(median([4, 1, 2, 9]) == 3) }

  @Test func medianIgnoresAnOutlier() { #expect(median([1, 1, 1, 1_000_000, 1]) == 1) }

  @Test func spreadIsTheWidestDistanceFromTheMedian() {
    #expect(spread([10, 8, 11]) == 0.2)
    #expect(spread([7]) == 0)
    #expect(spread([0, 0]) == 0)
  }

  /// A machine that becomes four times slower halfway does not change the ratio of two measurements side by side.
  @Test func pairedRatioSurvivesAMachineThatBecomesBusy() {
    #expect(pairedRatio([20, 20, 80, 80, 80], to: [2, 2, 8, 8, 8]) == 10)
    #expect(median([20, 20, 80]) / median([2, 8, 8]) != 10)
  }
}
