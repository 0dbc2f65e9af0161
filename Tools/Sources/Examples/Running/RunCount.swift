/// In how many processes an output is compared.
enum RunCount {
  /// Where the output may vary: hashes, random numbers, tasks, threads. Two elements of a set keep their order in at most
  /// 9/16 of all processes, so this many agree with a probability of one in a million.
  static let varying = 24
  /// So many failures that are equal are taken for what it always prints. Of an order that varies, this is wrong once in
  /// 30,000 times.
  static let equalFailures = 18
  /// Where it may vary and only the library has changed.
  static let known = 8
  /// Anywhere else.
  static let plain = 3

  /// By how much the clock of each run is ahead of that of the run before: another year, weekday, hour and minute.
  static let secondsAhead = 397 * 86_400 + 5 * 3600 + 7 * 60
}
