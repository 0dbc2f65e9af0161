#if os(Linux)
  import Testing

  /// Work that begins before the tests of XCTest, each class of tests in a process of its own.
  @Suite struct BegunBeforeTests {
    @Test(arguments: [
      "WorkOfAPropertyIsReported", "WorkBehindValuesIsReported", "WorkOfASuperclassIsReported",
      "WorkBehindSchedulersIsReported", "ATaskOfAPropertyIsReported", "OddPropertiesAreLeftOut",
      "ErrorsAreLeftOut", "RemoteActorsAreLeftOut", "WorkOfAVariableIsReported", "WorkThatSetUpKeepsIsReported",
      "WorkThatATestReplacesIsReported",
    ])
    func theTestReportsIt(name: String) async throws {
      let end = try await Child.run(xcTests: name)
      #expect(end.status == 1)
      let text = "\(name).test : failed - Work waits on the one, which nobody has advanced, but the other, another"
      #expect(end.output.components(separatedBy: text).count == 2, "\(end.output)")
    }

    @Test(arguments: [
      "WorkOnAStaticTimelineIsPrinted", "WorkOfAClassIsPrinted", "WorkOfAClassThatGoesIsPrinted",
      "WorkOfAClassBesideATestsIsPrinted",
    ])
    func theProcessPrintsIt(name: String) async throws {
      let end = try await Child.run(xcTests: name)
      #expect(end.status == 1)
      let text = """
        error: Work waits on the one, which nobody has advanced, but the other, another timeline of the tests of \(name), \
        was.
        """
      #expect(end.output.components(separatedBy: text).count == 2, "\(end.output)")
      #expect(!end.output.contains("failed - "), "\(end.output)")
    }

    @Test func theProcessPrintsOtherIssuesToo() async throws {
      let end = try await Child.run(xcTests: "AnIssueOfAClassIsPrinted")
      #expect(end.status == 1)
      #expect(end.output.contains(#/BegunBefore.swift:\d+: error: the one.*still pending/#), "\(end.output)")
    }

    /// Also if several test cases have the same.
    @Test(arguments: [
      "WorkBehindAClosureIsPrinted", "WorkBehindAnActorIsPrinted", "WorkBehindAnObjectOfFoundationIsPrinted",
      "WorkBehindAVariableOfAnObjectIsPrinted", "WorkBehindASharedObjectIsPrinted",
    ])
    func theProcessWarnsWhereItIsHidden(name: String) async throws {
      let end = try await Child.run(xcTests: name)
      #expect(end.status == 0)
      let text = """
        warning: Work waits on the one, which nobody has advanced, but the other, which a test uses, was. It began before \
        the tests, and whose it is was not found: a closure, a var of an object, or an object that several test cases have \
        may hide it. Pending
        """
      #expect(end.output.components(separatedBy: text).count == 2, "\(end.output)")
    }

    @Test(arguments: [
      "WhatTheTestAdvances", "WhatIsCancelled", "WhatIsOfTheBackground", "WhereNothingIsAdvanced",
      "WhatAnotherTestAdvances", "WhatIsAdvancedInTheEnd", "WhereItIsSkipped", "WhatIsFoundInASharedObject",
      "WhatAnotherTestsTaskDoes", "WhatAPipelineOfAnEarlierTestHears", "WhatFollowsRealTime",
      "WhereNothingButTheHiddenWaits", "WhatSetUpReplaces", "WhereThereIsTooMuch",
      "WhatAnotherTestOfTheClassAdvances", "WhatTheClassAdvancesInTheEnd",
      "WhatTheClassHasCancelled", "WhatTheClassLeavesAloneOnPurpose", "WhereTheClassAdvancesNothing",
    ])
    func itSaysNothing(name: String) async throws {
      let end = try await Child.run(xcTests: name)
      #expect(end.status == 0)
      #expect(!end.output.contains("Work waits"), "\(end.output)")
    }
  }
#endif
