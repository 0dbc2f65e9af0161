@_spi(TestKit) import Schedulers

/// The mark of a recording that has subscribed to a test publisher whose marble string could not be read, also through
/// operators. Its error has been reported. It is the one to throw for a failure of the recording, which is not reported.
enum UnreadMarbles {
  /// That of the recording that now subscribes, is being fed, or whose task runs.
  @TaskLocal static var ofRecording: Locked<(any Error)?>?
}
