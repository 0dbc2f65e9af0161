#if STREAMS_WITHOUT_COMBINE
  @_exported import StreamsCore
  @_exported import StreamsDispatch
  @_exported import StreamsFoundation
#else
  @_exported import Combine
#endif
