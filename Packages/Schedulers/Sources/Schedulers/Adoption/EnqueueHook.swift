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

  // Written once under `adoptions`' lock, before any other thread reads it through the runtime.
  nonisolated(unsafe) private static var ourBits: UInt = 0

  /// Takes the place. Nil if it is ours now or was before, otherwise why not. Call under a lock.
  static func install() -> String? {
    guard let found = dlsym(nil, "swift_task_enqueueGlobal_hook") else {
      return "this Swift runtime has no place to do it"
    }
    // Read raw: the place holds a function, which cannot be compared.
    if ourBits != 0 {
      return found.load(as: UInt.self) == ourBits ? nil : "another library has taken the place since"
    }
    guard found.load(as: UInt.self) == 0 else { return "another library has taken the place already" }
    found.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let timeline = Adoptions.shared.claim(job) {
        timeline.enqueue(ReadyJob(job: job, actorExecutor: nil))
      } else {
        original(job)
      }
    }
    ourBits = found.load(as: UInt.self)
    return nil
  }

  /// The number of the task that a job belongs to; nil if it is not a task's, but an actor's that wants a thread.
  static func task(of job: UnownedJob) -> UInt64? {
    // The layout that the toolchain publishes in ExecutorImpl.h: the kind is the lowest byte of the flags.
    let flags = unsafeBitCast(job, to: UnsafeRawPointer.self).load(fromByteOffset: 32, as: UInt32.self)
    return flags & 0xff == 0 ? taskID(of: job) : nil
  }
}

/// Which timeline the calling thread runs jobs and actions for, if that timeline adopts.
enum DrivingThread {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var timeline: Timeline? {
    pthread_getspecific(key).map { Unmanaged<Timeline>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The timeline is not kept: whoever sets it keeps it until the next call.
  static func set(_ timeline: Timeline?) {
    pthread_setspecific(key, timeline.map { UnsafeMutableRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }
}
