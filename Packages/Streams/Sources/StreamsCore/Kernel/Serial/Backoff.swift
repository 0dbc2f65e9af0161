/// Waits for a short action of another thread: first yields to other threads, then sleeps between the checks.
///
/// The sleep is needed for threads of different priority. A thread that only yields does not let threads of lower
/// priority run, and may be waiting for one of them. With real-time priorities it would never return.
@usableFromInline struct Backoff {
  private var rounds = 0

  @usableFromInline init() {}

  @usableFromInline mutating func pause() {
    if rounds == 100 { return sleepThread() }
    rounds += 1
    yieldThread()
  }
}
