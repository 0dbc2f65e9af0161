import Foundation

/// Whether `expectSnapshot` writes the stored file instead of comparing with it.
public enum SnapshotRecordMode: String, Sendable, CaseIterable {
  /// Writes only a file that does not exist. This is the default.
  case missing
  /// Always writes, for intended changes.
  case all
  /// Never writes, for build servers. A missing file is an issue.
  case never

  /// The default mode: the environment variable `STREAMS_SNAPSHOT_RECORD`, which is `missing`, `all` or `never`.
  /// Without it, or with another value, ``missing``.
  public static var standard: Self {
    ProcessInfo.processInfo.environment["STREAMS_SNAPSHOT_RECORD"].flatMap(Self.init) ?? .missing
  }
}
