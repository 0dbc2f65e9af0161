// COMBINE_TOOLSET is set by Scripts/combine-toolset. Combine is then available, as on Apple's platforms.
// Whatever the compiler would confuse with its members is then left out of the other modules.
#if STREAMS_WITHOUT_COMBINE && !COMBINE_TOOLSET
  @_exported import StreamsCore
  @_exported import StreamsDispatch
  @_exported import StreamsFoundation
  @_exported import StreamsSendable
#else
  @_exported import Combine
#endif
