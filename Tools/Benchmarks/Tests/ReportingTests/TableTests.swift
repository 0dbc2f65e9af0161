import Measuring
import Reporting
import Testing

struct TableTests {
  private let row = RowResult(
    name: "scan", unit: .element, goal: .faster(30, allocations: 0, overLoop: 6),
    ours: Timing(nanoseconds: [10, 11, 9], allocations: 0.00004),
    peer: Timing(nanoseconds: [1_410, 1_421, 1_400], allocations: 1.00011),
    loop: Timing(nanoseconds: [2.004, 2, 2.1]))

  @Test func aRowHasACellForEachColumn() {
    #expect(
      Cells(row).texts == ["scan", "10.0", "1,410", "141x", "2.00", "0 / 1", "", "30x, loop + 6 ns, 0 alloc.", "no"])
  }

  @Test func whatWasNotMeasuredIsEmpty() {
    let cells = Cells(RowResult(name: "zip", unit: .element, goal: Goal()))
    #expect(cells.texts == ["zip", "", "", "", "", "", "", "", ""])
  }

  @Test func aRowOfMemoryHasNoTimes() {
    let held = Timing(nanoseconds: [], heldBytes: 397)
    let cells = Cells(RowResult(name: "scan", unit: .element, goal: Goal(), ours: held, peer: held))
    #expect(cells.texts == ["scan", "", "", "", "", "", "", "", ""])
  }

  @Test func columnsLineUp() {
    #expect(TextTable.line(row).count == TextTable.header.count)
  }

  @Test(arguments: [(0.123, "0.12"), (9.994, "9.99"), (9.996, "10.0"), (99.96, "100"), (12_345.6, "12,346")])
  func numbersHaveThreeDigits(value: Double, text: String) { #expect(number(value) == text) }
}
