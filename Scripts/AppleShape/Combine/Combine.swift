/// Stands where Apple's framework stands: one module that holds the interface, and what Dispatch and Foundation add.
@_exported import StreamsCore
@_exported import StreamsDispatch
@_exported import StreamsFoundation
