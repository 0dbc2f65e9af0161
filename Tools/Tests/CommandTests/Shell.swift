import Foundation

/// The shell, to run the program in circumstances that a test cannot put itself in.
enum Shell {
  /// The build folder, with the programs.
  static var folder: String { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path }

  static var program: String { folder + "/docs" }

  /// A prefix for a command that takes root's permissions from it. Empty if the process does not run as root.
  static var withoutPrivileges: String {
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
  }

  /// Whether a command can be made to keep to the permissions of files.
  static var isBoundByPermissions: Bool { geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0 }

  /// Runs a line of shell, and returns what it printed and how it ended.
  static func run(_ line: String) throws -> (output: String, status: Int32) {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = ["-c", line]
    let pipe = Pipe()
    shell.standardOutput = pipe
    shell.standardError = pipe
    try shell.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    return (output, shell.terminationStatus)
  }
}
