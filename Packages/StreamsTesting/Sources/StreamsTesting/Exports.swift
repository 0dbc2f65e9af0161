@_exported import SchedulersTestSupport
@_exported import Streams
