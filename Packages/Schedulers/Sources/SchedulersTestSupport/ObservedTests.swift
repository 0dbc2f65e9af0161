import Foundation
import Schedulers

/// Lets timelines know which test they are used in, from the moment that the test bundle is loaded: `TestStart` calls this.
@_cdecl("schedulers_observe_tests") func observeTests() {
  TestRuns.tellCases { RunningCase.number }
  atexit { TestRuns.printNeglect() }
  #if canImport(XCTest)
    observeXCTests()
  #endif
}
