@_exported import StreamsTesting
