/// Waits for what another thread does in a moment: first lets other threads run, then sleeps between the looks.
///
/// The sleep is for threads of unlike priority. A thread that only yields lets none of lower priority run, which may be
/// the thread that it waits for; under real-time priorities it would never return.
@usableFromInline struct Backoff {
  private var rounds = 0

  @usableFromInline init() {}

  @usableFromInline mutating func pause() {
    if rounds == 100 { return sleepThread() }
    rounds += 1
    yieldThread()
  }
}
