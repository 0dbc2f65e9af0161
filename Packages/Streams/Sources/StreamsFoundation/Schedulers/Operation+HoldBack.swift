import Dispatch
import Foundation
import StreamsDispatch

extension Operation {
  /// Keeps the operation, which is on no queue yet, from being ready before `date` or at most `tolerance` seconds later.
  ///
  /// It depends on another operation, on no queue, which the timer starts that is the result. The timer runs on a clock
  /// that does not go back; once it is cancelled the operation can only be cancelled too.
  func holdBack(until date: Date, tolerance: TimeInterval) -> any DispatchSourceTimer {
    typealias Time = DispatchQueue.SchedulerTimeType
    let arrival = Operation()
    addDependency(arrival)
    let deadline = Time(.now()).advanced(by: .seconds(max(date.timeIntervalSinceNow, 0)))
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: deadline.dispatchTime, leeway: Time.Stride.seconds(max(tolerance, 0)).timeInterval)
    timer.setEventHandler {
      timer.cancel()
      arrival.start()
    }
    timer.resume()
    return timer
  }
}
