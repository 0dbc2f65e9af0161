#if canImport(Combine)
  @_exported import Combine
#else
  @_exported import StreamsCore
  @_exported import StreamsDispatch
  @_exported import StreamsFoundation
#endif
