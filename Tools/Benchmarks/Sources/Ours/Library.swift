import Dispatch
import Schedulers
// The module whose rows these are, for every file of the target.
@_exported import Streams

/// The scheduler of rows on real time.
var scheduler: DispatchQueue { queue }

/// A scheduler in virtual time.
func virtualScheduler() -> TestSchedulerOf<DispatchQueue> { DispatchQueue.test }
