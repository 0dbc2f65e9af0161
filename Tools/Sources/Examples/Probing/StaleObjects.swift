import Files
import Foundation

/// Objects that may be older than their sources.
///
/// The compiler's driver tells edits apart by whole seconds: a file that is edited, compiled and edited again within one
/// it takes for unchanged. A file without an object it compiles, so such objects go.
enum StaleObjects {
  /// Removes the objects of `modules` that were made before the second after the edit of their source.
  static func remove(of modules: [BuildPlan.Step]) {
    for module in modules {
      guard let flag = module.arguments.firstIndex(of: "-output-file-map"), flag + 1 < module.arguments.count,
        let data = FileManager.default.contents(atPath: module.arguments[flag + 1]),
        let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
      else { continue }
      for (source, files) in outputs {
        guard let object = files["object"] else { continue }
        let (edit, made) = (FileStamp(path: source), FileStamp(path: object))
        guard edit.exists, made.exists,
          (edit.seconds + 1, edit.nanoseconds) > (made.seconds, made.nanoseconds)
        else { continue }
        unlink(object)
      }
    }
  }
}
