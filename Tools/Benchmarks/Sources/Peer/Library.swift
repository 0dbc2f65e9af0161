import Dispatch
// The module whose rows these are, for every file of the target.
@_exported import OpenCombine
import OpenCombineDispatch

/// The scheduler of rows on real time.
var scheduler: DispatchQueue.OCombine { queue.ocombine }

/// A scheduler in virtual time.
func virtualScheduler() -> VirtualQueue { VirtualQueue() }

// Any thread may send to a subject.
extension PassthroughSubject: @retroactive @unchecked Sendable {}
extension CurrentValueSubject: @retroactive @unchecked Sendable {}
