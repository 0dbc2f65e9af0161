@_exported import Schedulers
@_exported import Streams
