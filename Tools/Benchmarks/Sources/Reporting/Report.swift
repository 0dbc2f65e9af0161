import Foundation
import Measuring

/// A run of the benchmarks, as it is saved.
public struct Report: Codable, Sendable, Equatable {
  public var environment: Environment
  public var rows: [RowResult]

  public init(environment: Environment, rows: [RowResult]) {
    self.environment = environment
    self.rows = rows
  }

  /// The row of that name, if the run has it.
  public func row(_ name: String) -> RowResult? { rows.first { $0.name == name } }

  /// The report as JSON with sorted keys, so that two saved runs can be compared line by line.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self)
  }

  public init(json: Data) throws { self = try JSONDecoder().decode(Report.self, from: json) }
}

/// Where, when and how a run was made.
public struct Environment: Codable, Sendable, Equatable {
  /// The processor and the number of cores.
  public var machine: String
  public var system: String
  public var swift: String
  /// `release` or `debug`.
  public var configuration: String
  /// The commit that was measured, with `+` if the sources differed from it.
  public var commit: String
  /// The day, as year-month-day.
  public var date: String
  /// The command that repeats the run.
  public var command: String

  public init(
    machine: String, system: String, swift: String, configuration: String, commit: String, date: String,
    command: String
  ) {
    self.machine = machine
    self.system = system
    self.swift = swift
    self.configuration = configuration
    self.commit = commit
    self.date = date
    self.command = command
  }
}
