#if canImport(XCTest)
  import Schedulers

  /// Which test cases and objects lead to which objects and timelines.
  struct Findings {
    private struct Holder {
      /// Whether others may have it too, as a scheduler, and still lead to its timelines through it.
      var isOpen = false
      var objects: [Int] = []
      var timelines: [Timeline] = []
    }

    private let caseCount: Int
    /// The test cases come first.
    private var holders: [Holder]
    private var numbers: [ObjectIdentifier: Int] = [:]

    init(caseCount: Int) {
      self.caseCount = caseCount
      holders = Array(repeating: Holder(), count: caseCount)
    }

    mutating func add(_ timeline: Timeline, to holder: Int) { holders[holder].timelines.append(timeline) }

    /// Returns the object's number, unless it has been met.
    mutating func add(_ object: ObjectIdentifier, to holder: Int, isOpen: Bool) -> Int? {
      let known = numbers[object]
      let number = known ?? holders.count
      holders[holder].objects.append(number)
      guard known == nil else { return nil }
      numbers[object] = number
      holders.append(Holder(isOpen: isOpen))
      return number
    }

    /// The objects that several test cases lead to.
    var shared: Set<ObjectIdentifier> {
      let users = users
      return Set(numbers.filter { users[$0.value] == .several }.keys)
    }

    /// The timelines that each test case leads to, but not through objects that others have too.
    var timelines: [[Timeline]] {
      let users = users
      return (0..<caseCount).map { testCase in
        var met: Set<Int> = [testCase]
        var (stack, found) = ([testCase], [Timeline]())
        while let holder = stack.popLast() {
          found += holders[holder].timelines
          for object in holders[holder].objects
          where (users[object] == .one(testCase) || holders[object].isOpen) && met.insert(object).inserted {
            stack.append(object)
          }
        }
        return found
      }
    }

    private enum User: Equatable { case none, one(Int), several }

    /// Which test cases lead to each of the test cases and objects.
    private var users: [User] {
      var users = (0..<holders.count).map { $0 < caseCount ? User.one($0) : .none }
      for testCase in 0..<caseCount {
        var stack = [testCase]
        while let holder = stack.popLast() {
          for object in holders[holder].objects where users[object] != users[holder] && users[object] != .several {
            users[object] = users[object] == .none ? users[holder] : .several
            stack.append(object)
          }
        }
      }
      return users
    }
  }
#endif
