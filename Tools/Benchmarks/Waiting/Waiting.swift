import Measuring

/// Rows that the peer has, and we do not have yet. A file moves to the folder Rows when its operators exist here.
public func waiting() -> [Row] {
  [buffering, sharing, publishedProperties].flatMap { $0() }
}
