#if !COMBINE_TOOLSET
  @_exported import StreamsCore
#endif
