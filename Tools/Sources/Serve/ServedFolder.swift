import Foundation

/// Finds files of a folder by the paths of requests, and never a file outside it.
struct ServedFolder {
  /// The result of a request path.
  enum Found: Equatable {
    case file(path: String, type: String)
    /// A folder that was asked for without the slash at its end.
    case redirect(to: String)
    case nothing
    /// A path that no link of a site has: with `..`, a null byte, or broken percent-encoding.
    case refused
  }

  let root: String

  /// Looks up the path of a request, still percent-encoded.
  func find(_ path: String) -> Found {
    guard path.hasPrefix("/"), let decoded = path.removingPercentEncoding, !decoded.utf8.contains(0),
      !decoded.contains("\\")
    else { return .refused }
    let parts = decoded.split(separator: "/", omittingEmptySubsequences: true)
    guard !parts.contains(where: { $0 == ".." || $0 == "." }) else { return .refused }
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return .nothing }

    var file = ([root] + parts.map(String.init)).joined(separator: "/")
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { return .nothing }
    if isFolder.boolValue {
      guard decoded.hasSuffix("/") else { return .redirect(to: path + "/") }
      file += "/index.html"
      guard FileManager.default.fileExists(atPath: file) else { return .nothing }
    } else if decoded.hasSuffix("/") {
      return .nothing
    }
    guard isInside(file) else { return .refused }
    return .file(path: file, type: ServedFolder.type(of: file))
  }

  /// Whether a file is inside the folder once every symbolic link on the way is followed.
  private func isInside(_ file: String) -> Bool {
    guard let folder = realPath(root), let target = realPath(file) else { return false }
    return target.hasPrefix(folder + "/")
  }

  private func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func type(of file: String) -> String {
    let ending = file.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
    "xml": "application/xml", "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "pdf": "application/pdf", "mp4": "video/mp4", "csv": "text/csv; charset=utf-8",
    "swift": "text/plain; charset=utf-8",
  ]
}
