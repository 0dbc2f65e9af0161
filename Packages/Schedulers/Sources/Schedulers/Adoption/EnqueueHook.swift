import AdoptedTasks

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

@_silgen_name("swift_task_getJobTaskId") private func taskID(of job: UnownedJob) -> UInt64

/// The place in the Swift runtime where every job that goes to the global pool can be taken elsewhere.
///
/// Not a supported interface: it is found by name, taken once, never given back, and all that it does while nobody
/// adopts is to read one flag.
enum EnqueueHook {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // Written once under the lock of `Adoptions`, before any other thread reads it through the runtime.
  nonisolated(unsafe) private static var ourBits: UInt = 0

  /// Takes the place. Nil if it is ours now or was before, otherwise why not. Call under a lock.
  static func install() -> String? {
    guard let found = find() else {
      return "this Swift runtime has no place to do it"
    }
    // Read raw: the place holds a function, which cannot be compared.
    if ourBits != 0 {
      return found.load(as: UInt.self) == ourBits ? nil : "another library has taken the place since"
    }
    guard found.load(as: UInt.self) == 0 else { return "another library has taken the place already" }
    found.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let (timeline, isFirst) = Adoptions.shared.claim(job) {
        timeline.enqueue(ReadyJob(job: job, actorExecutor: nil, isAdopted: isFirst))
      } else {
        original(job)
      }
    }
    ourBits = found.load(as: UInt.self)
    return nil
  }

  /// Where the runtime keeps the function that it asks. Windows has no one list of a program's symbols to look it up in.
  private static func find() -> UnsafeMutableRawPointer? {
    #if os(Windows)
      nil
    #else
      dlsym(nil, "swift_task_enqueueGlobal_hook")
    #endif
  }

  /// The number of the task that a job belongs to; nil if it is not a task's, but an actor's that wants a thread.
  static func task(of job: UnownedJob) -> UInt64? {
    // The layout that the toolchain publishes in ExecutorImpl.h: the kind is the lowest byte of the flags.
    let flags = unsafeBitCast(job, to: UnsafeRawPointer.self).load(fromByteOffset: 32, as: UInt32.self)
    return flags & 0xff == 0 ? taskID(of: job) : nil
  }

  /// Learns from the job of a task that has just been started what such a one looks like.
  static func learn(_ job: UnownedJob) { _ = adopted_task_learn(address(of: job)) }

  /// Whether a task has not run at all. Only for a job that is a task's.
  static func isUnstarted(_ job: UnownedJob) -> Bool { adopted_task_is_unstarted(address(of: job)) }

  private static func address(of job: UnownedJob) -> UnsafeMutableRawPointer {
    unsafeBitCast(job, to: UnsafeMutableRawPointer.self)
  }
}

extension Timeline {
  /// Makes the task of a job, which has not run and runs next, one of this timeline's own, to its end.
  ///
  /// Without that it would leave by way of the pool whenever it yields after it has called an actor: it would come back,
  /// but an advance would not know of it.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  func own(_ job: UnownedJob) {
    let (identity, implementation) = unsafeBitCast(asUnownedTaskExecutor(), to: (UInt, UInt).self)
    adopted_task_prefer(unsafeBitCast(job, to: UnsafeMutableRawPointer.self), identity, implementation)
  }
}
