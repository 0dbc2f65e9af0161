@_exported import StreamsCore
