/// Fences of one page that share a program.
enum Groups {
  /// Joins the examples that name the same group, at the place of the first.
  static func joined(_ examples: [Example]) -> [Example] {
    var result: [Example] = []
    var places: [String: Int] = [:]
    for example in examples {
      guard let name = example.attributes.group else {
        result.append(example)
        continue
      }
      if let place = places[name] {
        result[place] = join(result[place], example)
      } else {
        places[name] = result.count
        result.append(example)
      }
    }
    return result
  }

  private static func join(_ first: Example, _ next: Example) -> Example {
    var joined = first
    joined.endLine = next.endLine
    joined.code += next.code
    joined.expected = join(first.expected, next.expected)
    if next.attributes.outcome != .succeeds { joined.attributes.outcome = next.attributes.outcome }
    joined.attributes.isUnordered = first.attributes.isUnordered || next.attributes.isUnordered
    joined.attributes.isStandalone = first.attributes.isStandalone || next.attributes.isStandalone
    joined.attributes.isDiagram = first.attributes.isDiagram || next.attributes.isDiagram
    joined.attributes.ignored = first.attributes.ignored ?? next.attributes.ignored
    joined.attributes.timeout = next.attributes.timeout ?? first.attributes.timeout
    joined.attributes.filters += next.attributes.filters
    return joined
  }

  private static func join(_ first: ExpectedOutput?, _ next: ExpectedOutput?) -> ExpectedOutput? {
    guard var joined = first, let next else { return first ?? next }
    joined.lines += next.lines
    if case .fences(let fences) = first?.form, case .fences(let more) = next.form {
      joined.form = .fences(fences + more)
    }
    return joined
  }
}
