// Lets existing code with `import Combine` compile where Apple's framework is missing.
#if COMBINE_TOOLSET
  #error("The toolset has Combine already: remove the package Combine, or build without --toolset")
#elseif STREAMS_WITHOUT_COMBINE
  // Not `Streams`, which adds conformances to `Sendable` that Apple's Combine does not have.
  @_exported import StreamsCore
  @_exported import StreamsFoundation
#else
  @_exported import Streams
#endif

#if URLSession && canImport(FoundationNetworking)
  // On Apple's platforms, `URLSession` is in Foundation, so code for them uses `dataTaskPublisher` with these two
  // imports.
  @_exported import FoundationNetworking
#endif
