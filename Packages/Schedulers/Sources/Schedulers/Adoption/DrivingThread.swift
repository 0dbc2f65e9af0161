#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

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
