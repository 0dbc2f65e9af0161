// The files in `Word` are links to those of StreamsCore. Here they are compiled with the integers of a 32-bit platform.

public typealias Int = Int32
public typealias UInt = UInt32

public enum Subscribers {}
