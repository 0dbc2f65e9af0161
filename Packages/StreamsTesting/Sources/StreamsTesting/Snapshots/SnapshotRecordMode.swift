import Foundation

/// When `expectSnapshot` writes the stored file instead of comparing with it.
public enum SnapshotRecordMode: String, Sendable, CaseIterable {
  /// Only where there is none yet. This is the default.
  case missing
  /// Always, for snapshots whose change is intended.
  case all
  /// Never: a missing file is an issue, for a build server.
  case never

  /// The mode of calls that name none: the environment variable `STREAMS_SNAPSHOT_RECORD`, which is `missing`, `all` or
  /// `never`. Without it, or with another value, ``missing``.
  public static var standard: Self {
    ProcessInfo.processInfo.environment["STREAMS_SNAPSHOT_RECORD"].flatMap(Self.init) ?? .missing
  }
}
