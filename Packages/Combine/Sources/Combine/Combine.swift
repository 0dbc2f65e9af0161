#if COMBINE_TOOLSET
  #error("The toolset has Combine already: remove the package Combine, or build without --toolset")
#else
  /// Lets existing code that says `import Combine` compile where Apple's framework is missing.
  @_exported import Streams
#endif

#if canImport(FoundationNetworking)
  // Code for Apple's platforms finds `URLSession` in Foundation, and writes `dataTaskPublisher` with these two imports.
  @_exported import FoundationNetworking
#endif
