/// A marble string as pieces, so that it can be made smaller.
struct RandomMarbles: CustomStringConvertible, Equatable {
  enum Piece: Equatable {
    case pause(Int)
    case group([Character])
    case end(Character)
  }

  var pieces: [Piece]
  /// The letter that counts as the smallest.
  let first: Character

  var description: String {
    pieces.map { piece in
      switch piece {
      case .pause(let frames): String(repeating: "-", count: frames)
      case .group(let letters): letters.count == 1 ? String(letters) : "(\(String(letters)))"
      case .end(let end): String(end)
      }
    }.joined()
  }

  /// Strings that are smaller in one respect, those with most taken away first: fewer symbols, shorter pauses, no
  /// groups, the first letter.
  var smaller: [RandomMarbles] {
    var candidates: [RandomMarbles] = []
    var length = pieces.count / 2
    while length > 0 {
      for start in stride(from: 0, through: pieces.count - length, by: length) {
        var copy = self
        copy.pieces.removeSubrange(start..<start + length)
        candidates.append(copy)
      }
      length /= 2
    }
    for index in pieces.indices {
      switch pieces[index] {
      case .pause(let frames) where frames > 1: candidates += [1, frames - 1].map { with([.pause($0)], at: index) }
      case .group(let letters):
        if letters.count > 1 {
          candidates += letters.indices.map { with([.group(letters.without($0))], at: index) }
          candidates.append(with(letters.map { .group([$0]) }, at: index))
        }
      default: break
      }
    }
    candidates += Set(letters).subtracting([first]).sorted().map(renaming)
    return candidates.filter { $0 != self }
  }

  private var letters: [Character] {
    pieces.reduce(into: []) { all, piece in
      if case .group(let letters) = piece { all += letters }
    }
  }

  /// With the first letter wherever this one is.
  private func renaming(_ letter: Character) -> RandomMarbles {
    var copy = self
    copy.pieces = pieces.map { piece in
      guard case .group(let letters) = piece else { return piece }
      return .group(letters.map { $0 == letter ? first : $0 })
    }
    return copy
  }

  private func with(_ replacement: [Piece], at index: Int) -> RandomMarbles {
    var copy = self
    copy.pieces.replaceSubrange(index...index, with: replacement)
    return copy
  }
}

extension [Character] {
  fileprivate func without(_ index: Int) -> [Character] {
    var copy = self
    copy.remove(at: index)
    return copy
  }
}

/// Makes the same strings from the same seed.
struct MarbleGenerator {
  private var random: SeededGenerator
  private let letters: [Character]
  private let longest: Int
  private let endings: [Character]

  init(seed: UInt64, letters: String, longest: Int, endings: String) {
    random = SeededGenerator(seed: seed)
    self.letters = letters.isEmpty ? ["a"] : Array(letters)
    self.longest = max(0, longest)
    self.endings = Array(endings)
  }

  mutating func next() -> RandomMarbles {
    var pieces: [RandomMarbles.Piece] = []
    for _ in 0..<number(below: longest + 1) {
      switch number(below: 8) {
      case 0...2: pieces.append(.pause(1 + number(below: 4)))
      case 3: pieces.append(.group((0..<2 + number(below: 2)).map { _ in letters[number(below: letters.count)] }))
      default: pieces.append(.group([letters[number(below: letters.count)]]))
      }
    }
    if !endings.isEmpty {
      let end = endings[number(below: endings.count)]
      if end != " " { pieces.append(.end(end)) }
    }
    return RandomMarbles(pieces: pieces, first: letters[0])
  }

  private mutating func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}
