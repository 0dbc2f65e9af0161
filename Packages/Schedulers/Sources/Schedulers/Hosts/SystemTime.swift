import Dispatch
import Foundation
import Streams

/// The time of a scheduler of the system: `DispatchQueue`, `OperationQueue` or `RunLoop`. These have test, immediate
/// and unimplemented forms. Do not conform other types.
public protocol SystemTime: Strideable, Sendable where Stride: SchedulerTimeIntervalConvertible {
  /// The scheduler.
  associatedtype Host: Scheduler where Host.SchedulerTimeType == Self

  /// The scheduler's name, and the time at which its other forms begin.
  static var _host: (name: String, beginning: Self) { get }
}

extension DispatchQueue.SchedulerTimeType: SystemTime {
  public typealias Host = DispatchQueue
  // Dispatch reads 0 as "now".
  public static var _host: (name: String, beginning: Self) {
    ("DispatchQueue", Self(DispatchTime(uptimeNanoseconds: 1)))
  }
}

extension OperationQueue.SchedulerTimeType: SystemTime {
  public typealias Host = OperationQueue
  public static var _host: (name: String, beginning: Self) { ("OperationQueue", Self(Date(timeIntervalSince1970: 0))) }
}

extension RunLoop.SchedulerTimeType: SystemTime {
  public typealias Host = RunLoop
  public static var _host: (name: String, beginning: Self) { ("RunLoop", Self(Date(timeIntervalSince1970: 0))) }
}

/// The forms of `DispatchQueue`, `OperationQueue`, `RunLoop`, their subclasses and ``UIScheduler``. Their time begins at
/// 1 ns for dispatch queues, and at the start of 1970 for the others.
extension Scheduler where SchedulerTimeType: SystemTime {
  /// A test scheduler that can replace this one, on the current timeline inside `withVirtualTime`, otherwise on a new
  /// one.
  public static var test: TestSchedulerOf<Self> { test(on: .current ?? Timeline("\(formName).test")) }

  /// Returns a test scheduler that can replace this one, on `timeline`, which other schedulers may share.
  public static func test(on timeline: Timeline) -> TestSchedulerOf<Self> {
    TestScheduler(now: SchedulerTimeType._host.beginning, on: timeline)
  }

  /// A scheduler that runs every action immediately, on any thread. Its time does not pass.
  public static var immediate: ImmediateSchedulerOf<Self> { .init(now: SchedulerTimeType._host.beginning) }

  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: UnimplementedSchedulerOf<Self> {
    UnimplementedScheduler(formName, now: SchedulerTimeType._host.beginning, madeAt: nil)
  }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue; by default that of the scheduler.
  public static func unimplemented(
    _ prefix: String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UnimplementedSchedulerOf<Self> {
    UnimplementedScheduler(
      prefix ?? formName, now: SchedulerTimeType._host.beginning, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// On Apple's platforms, the class of a dispatch queue has another name.
  private static var formName: String {
    Self.self == SchedulerTimeType.Host.self ? SchedulerTimeType._host.name : "\(Self.self)"
  }
}

extension AnyScheduler where SchedulerTimeType: SystemTime {
  /// A scheduler that runs every action immediately, see ``ImmediateScheduler``.
  public static var immediate: Self {
    ImmediateSchedulerOf<Self>(now: SchedulerTimeType._host.beginning).eraseToAnyScheduler()
  }

  /// A scheduler that must not be used. Each use is reported as an issue of the running test.
  public static var unimplemented: Self {
    UnimplementedSchedulerOf<Self>(
      SchedulerTimeType._host.name, now: SchedulerTimeType._host.beginning, madeAt: nil
    ).eraseToAnyScheduler()
  }

  /// Returns a scheduler that must not be used. Each use is reported as an issue at the line of this call.
  ///
  /// - Parameter prefix: The name in the issue.
  public static func unimplemented(
    _ prefix: String = SchedulerTimeType._host.name, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    UnimplementedSchedulerOf<Self>(
      prefix, now: SchedulerTimeType._host.beginning, fileID: fileID, filePath: filePath, line: line, column: column
    ).eraseToAnyScheduler()
  }
}
