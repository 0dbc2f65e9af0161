// COMBINE_TOOLSET is set by Scripts/combine-toolset. Combine is then available, as on Apple's platforms.
#if STREAMS_WITHOUT_COMBINE && !COMBINE_TOOLSET
  @_exported import StreamsCore
  @_exported import StreamsFoundation
  @_exported import StreamsSendable
#else
  @_exported import Combine
#endif
