import StreamsTesting

#if COMBINE_TOOLSET || canImport(Darwin)
  // Apple's do not conform, so these tests declare it, as code for Apple's platforms does.
  extension PassthroughSubject: @unchecked @retroactive Sendable where Output: Sendable {}
  extension AsyncPublisher: @unchecked @retroactive Sendable where P: Sendable {}
  extension AsyncThrowingPublisher: @unchecked @retroactive Sendable where P: Sendable {}
#endif
