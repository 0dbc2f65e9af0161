/// A report as the commands by which GitHub Actions shows errors beside the lines of a change.
public struct Annotations {
  public var report: Report

  public init(_ report: Report) {
    self.report = report
  }

  public var text: String {
    let problems = report.problems.map { problem in
      command(problem.file, problem.line ?? 1, problem.column, problem.message + (problem.hint.map { "; \($0)" } ?? ""))
    }
    let failures = report.results.filter { !$0.isInBaseline }.compactMap { result in
      result.failure.map { failure in
        command(
          result.example.file, failure.line, failure.column,
          failure.detail.isEmpty ? failure.message : failure.message + "\n" + failure.detail)
      }
    }
    return (problems + failures).joined()
  }

  private func command(_ file: String, _ line: Int, _ column: Int?, _ message: String) -> String {
    let place = "file=\(escaped(file, also: ",:")),line=\(line)" + (column.map { ",col=\($0)" } ?? "")
    return "::error \(place)::\(escaped(message, also: ""))\n"
  }

  private func escaped(_ text: String, also marks: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if "%\r\n".unicodeScalars.contains(scalar) || marks.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
