extension Report {
  /// The commands by which GitHub Actions shows errors beside the lines of a change.
  public var annotations: String {
    let problems = problems.map { problem in
      command(problem.file, problem.line ?? 1, problem.column, problem.message + (problem.hint.map { "; \($0)" } ?? ""))
    }
    let failures = results.filter { !$0.isInBaseline }.compactMap { result in
      result.failure.map { failure in
        command(
          result.example.file, failure.line, failure.column,
          failure.detail.isEmpty ? failure.message : failure.message + "\n" + failure.detail)
      }
    }
    return (problems + failures).joined()
  }

  private func command(_ file: String, _ line: Int, _ column: Int?, _ message: String) -> String {
    let name = escaped(file).replacing(",", with: "%2C").replacing(":", with: "%3A")
    return "::error file=\(name),line=\(line)\(column.map { ",col=\($0)" } ?? "")::\(escaped(message))\n"
  }

  private func escaped(_ text: String) -> String {
    // By scalars, because CR LF is one character.
    let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }
}
