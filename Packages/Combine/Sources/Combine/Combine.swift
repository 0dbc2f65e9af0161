#if COMBINE_TOOLSET
  #error("The toolset has Combine already: remove the package Combine, or build without --toolset")
#else
  /// Lets existing code with `import Combine` compile where Apple's framework is missing.
  @_exported import Streams
#endif

#if canImport(FoundationNetworking)
  // On Apple's platforms, `URLSession` is in Foundation, so code for them uses `dataTaskPublisher` with these two
  // imports.
  @_exported import FoundationNetworking
#endif
