import Streams

#if COMBINE_TOOLSET || canImport(Darwin)
  // Apple's subjects do not conform, so these tests declare it, as code for Apple's platforms does.
  extension PassthroughSubject: @unchecked @retroactive Sendable where Output: Sendable {}
  extension CurrentValueSubject: @unchecked @retroactive Sendable where Output: Sendable {}
#endif
