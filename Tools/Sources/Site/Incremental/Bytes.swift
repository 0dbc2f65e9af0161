/// Writes values one after the other.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { text in
      add(text.count)
      bytes.append(contentsOf: text)
    }
  }

  mutating func add(_ values: [UInt8]) {
    add(values.count)
    bytes.append(contentsOf: values)
  }

  mutating func add(_ values: [Int32]) {
    add(values.count)
    values.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ values: [String]) {
    add(values.count)
    for value in values { add(value) }
  }

  mutating func add(_ stamp: FileStamp) {
    add(Int(stamp.size))
    add(Int(stamp.seconds))
    add(Int(stamp.nanoseconds))
    add(Int(truncatingIfNeeded: stamp.file))
  }
}

/// Reads what `ByteWriter` has written. Bytes that were not written so are no danger: they end the reading.
struct ByteReader {
  /// The bytes stop short, or make no sense.
  struct Broken: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func number() throws(Broken) -> Int {
    guard position + 8 <= bytes.count else { throw Broken() }
    defer { position += 8 }
    return Int(
      Int64(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Int64.self) }))
  }

  /// A count of things that take at least `size` bytes each.
  mutating func count(size: Int = 1) throws(Broken) -> Int {
    let count = try number()
    guard count >= 0, count <= (bytes.count - position) / size else { throw Broken() }
    return count
  }

  mutating func text() throws(Broken) -> String {
    let count = try count()
    defer { position += count }
    return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
  }

  mutating func array() throws(Broken) -> [UInt8] {
    let count = try count()
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func numbers() throws(Broken) -> [Int32] {
    let count = try count(size: 4)
    defer { position += count * 4 }
    return [Int32](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[position..<(position + count * 4)]))
      }
      filled = count
    }
  }

  mutating func texts() throws(Broken) -> [String] {
    var values: [String] = []
    for _ in 0..<(try count(size: 8)) { values.append(try text()) }
    return values
  }

  mutating func stamp() throws(Broken) -> FileStamp {
    FileStamp(
      size: Int64(try number()), seconds: Int64(try number()), nanoseconds: Int64(try number()),
      file: UInt64(truncatingIfNeeded: try number()))
  }
}
