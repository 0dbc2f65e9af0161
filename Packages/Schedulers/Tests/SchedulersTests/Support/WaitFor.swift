import Dispatch

/// Blocks the calling thread, which an async function may not do directly.
func waitFor(_ semaphore: DispatchSemaphore) { semaphore.wait() }
