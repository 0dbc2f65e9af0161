import Foundation

// The waits with a limit in seconds, like that of `wait(for:timeout:)` in XCTest.
extension Publisher {
  /// Does the same with a limit in seconds.
  public func waitForCompletion(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> [Output] {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try waitForCompletion(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForCompletion(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> [Output] {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try await waitForCompletion(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForFirstOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try waitForFirstOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForFirstOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try await waitForFirstOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForLastOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try waitForLastOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForLastOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try await waitForLastOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForSingleOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where predicate: (Output) throws -> Bool = { _ in true }
  ) throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try waitForSingleOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column, where: predicate)
  }

  /// Does the same with a limit in seconds.
  public func waitForSingleOutput(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, where predicate: (Output) throws -> Bool = { _ in true }
  ) async throws -> Output {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try await waitForSingleOutput(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column, where: predicate)
  }

  /// Does the same with a limit in seconds.
  public func waitForMaterialized(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws -> Recording<Output, Failure> {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try waitForMaterialized(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Does the same with a limit in seconds.
  public func waitForMaterialized(
    timeout: TimeInterval, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws -> Recording<Output, Failure> {
    let limit = SourcePlace(fileID, filePath, line, column).limit(seconds: timeout)
    return try await waitForMaterialized(
      timeout: limit, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
