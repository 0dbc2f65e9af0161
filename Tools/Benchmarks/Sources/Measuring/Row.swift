/// One workload: the measured code, its goal, and a plain loop that does the same work.
public struct Row {
  /// A unit of work, measured as a whole: it performs ``operations`` operations each time that it is called.
  public typealias Body = () -> Void

  /// Unique among the rows. The halves of a row (ours, the peer's) find one another by it.
  public let name: String
  /// Its section of the table.
  public internal(set) var section = ""
  /// The unit of work: an element, a delivery, a subscription.
  public let unit: Unit
  /// How many operations one call of the body performs.
  public let operations: Int
  /// The goal of ours.
  public let goal: Goal
  /// The plain loop that does the same work with the same closures, if there is one.
  public let loop: Loop?
  /// Makes the body, with what it needs already set up.
  public let prepare: () -> Body

  /// A row whose body needs nothing set up.
  public init(
    _ name: String, per unit: Unit = .element, operations: Int = elements, goal: Goal = Goal(), loop: Loop? = nil,
    _ body: @escaping Body
  ) {
    self.init(name: name, unit: unit, operations: operations, goal: goal, loop: loop, prepare: { body })
  }

  /// A row that sets up what should not be measured, and returns the body.
  public static func prepared(
    _ name: String, per unit: Unit = .element, operations: Int = elements, goal: Goal = Goal(), loop: Loop? = nil,
    _ prepare: @escaping () -> Body
  ) -> Row {
    Row(name: name, unit: unit, operations: operations, goal: goal, loop: loop, prepare: prepare)
  }

  private init(
    name: String, unit: Unit, operations: Int, goal: Goal, loop: Loop?, prepare: @escaping () -> Body
  ) {
    precondition(operations > 0, "Row \(name): a body that performs no operation cannot be measured")
    self.name = name
    self.unit = unit
    self.operations = operations
    self.goal = goal
    self.loop = loop
    self.prepare = prepare
  }

  public enum Unit: String, Codable, Sendable { case element, delivery, subscription, assignment, action, build }
}

/// `rows` as the part of the table that is called `title`.
public func section(_ title: String, _ rows: [Row]...) -> [Row] {
  rows.joined().map { row in
    var row = row
    row.section = title
    return row
  }
}

/// How many elements a row sends through its chain unless it says otherwise: enough that subscribing does not show.
public let elements = 100_000
