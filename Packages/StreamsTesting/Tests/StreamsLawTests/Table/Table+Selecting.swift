import StreamsLaws
import StreamsTesting

extension Table {
  static let selecting: [Row] = [
    Row("first") { u in u.first() },
    Row("first (where)") { u in u.first { $0 == 2 } },
    Row("tryFirst") { u in u.tryFirst { $0 == 2 } },
    Row("tryFirst (throwing)") { u in u.tryFirst { _ in throw LawError() } },
    Row("last") { u in u.last() },
    Row("last (where)") { u in u.last { $0 < 3 } },
    Row("tryLast") { u in u.tryLast { $0 < 3 } },
    Row("tryLast (throwing)") { u in u.tryLast { if $0 == 3 { throw LawError() } else { true } } },
    Row("prefix") { u in u.prefix(3) },
    Row("prefix (of none)", except: endsByItself) { u in u.prefix(0) },
    Row("prefix (while)") { u in u.prefix { $0 < 3 } },
    Row("tryPrefix") { u in u.tryPrefix { $0 < 3 } },
    Row("tryPrefix (throwing)") { u in u.tryPrefix { if $0 == 3 { throw LawError() } else { true } } },
    Row("dropFirst") { u in u.dropFirst(2) },
    Row("drop (while)") { u in u.drop { $0 < 3 } },
    Row("tryDrop") { u in u.tryDrop { $0 < 3 } },
    Row("tryDrop (throwing)") { u in u.tryDrop { if $0 == 3 { throw LawError() } else { true } } },
    Row("output (at)") { u in u.output(at: 2) },
    Row("output (in)") { u in u.output(in: 1...3) },
  ]

  static let reducing: [Row] = [
    Row("reduce") { u in u.reduce(0) { $0 + $1 } },
    Row("tryReduce") { u in u.tryReduce(0) { $0 + $1 } },
    Row("tryReduce (throwing)") { u in u.tryReduce(0) { if $1 == 3 { throw LawError() } else { $0 + $1 } } },
    Row("collect") { u in u.collect() },
    Row("collect (by count)") { u in u.collect(2) },
    Row("count") { u in u.count() },
    Row("min") { u in u.min() },
    Row("min (by)") { u in u.min { $0 > $1 } },
    Row("tryMin") { u in u.tryMin { $0 > $1 } },
    Row("tryMin (throwing)") { u in u.tryMin { if $0 == 3 || $1 == 3 { throw LawError() } else { $0 > $1 } } },
    Row("max") { u in u.max() },
    Row("max (by)") { u in u.max { $0 > $1 } },
    Row("tryMax") { u in u.tryMax { $0 > $1 } },
    Row("tryMax (throwing)") { u in u.tryMax { if $0 == 3 || $1 == 3 { throw LawError() } else { $0 > $1 } } },
  ]

  static let matching: [Row] = [
    Row("contains") { u in u.contains(3) },
    Row("contains (none)") { u in u.contains(300_000) },
    Row("contains (where)") { u in u.contains { $0 == 3 } },
    Row("tryContains") { u in u.tryContains { $0 == 3 } },
    Row("tryContains (throwing)") { u in u.tryContains { if $0 == 3 { throw LawError() } else { false } } },
    Row("allSatisfy") { u in u.allSatisfy { $0 < 3 } },
    Row("allSatisfy (all)") { u in u.allSatisfy { $0 > 0 } },
    Row("tryAllSatisfy") { u in u.tryAllSatisfy { $0 < 3 } },
    Row("tryAllSatisfy (throwing)") { u in u.tryAllSatisfy { if $0 == 3 { throw LawError() } else { true } } },
  ]
}
