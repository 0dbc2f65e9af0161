import StreamsTesting
import Testing

/// The comparison of all values of a recorder.
@Suite(.withoutPages, .leakCheck()) struct RecorderExpectTests {
  @Test func valuesAreComparedInOrder() {
    let issues = Issues()
    issues.collect {
      let recorder = [1, 2].publisher.record()
      #expect(!recorder.expect(values: [2, 1]))
      try? recorder.finished.get()
    }
    #expect(issues.all.count == 1)
    #expect(issues.all.first?.text.contains("expected the values [2, 1], got [1, 2]") == true)
    #expect(issues.all.first?.text.contains("stream so far") == true)
  }
}
