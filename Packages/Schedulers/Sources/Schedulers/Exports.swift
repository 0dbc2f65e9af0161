@_exported import Dispatch
@_exported import Streams
