import Foundation
import Testing

#if os(Linux)
  /// Sites on file systems where two folders cannot change places.
  struct ExchangeTests {
    /// A library that refuses the system call, as such a file system does, and leaves a file that says so.
    private static let refusal = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <stdlib.h>
      #include <sys/syscall.h>

      long syscall(long number, long a, long b, long c, long d, long e, long f) {
        static long (*system)(long, long, long, long, long, long, long);
        if (!system) *(void **)&system = dlsym(RTLD_NEXT, "syscall");
        if (number != SYS_renameat2) return system(number, a, b, c, d, e, f);
        creat(getenv("REFUSED"), 0600);
        errno = EINVAL;
        return -1;
      }

      """

    @Test func aSiteIsReplacedWhereFoldersCannotChangePlaces() throws {
      let folder = NSTemporaryDirectory() + "exchange-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder + "/in", withIntermediateDirectories: true)
      func write(_ text: String, to file: String) throws {
        try text.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
      }
      try write(Self.refusal, to: "refusal.c")
      let compiled = try Shell.run("clang -shared -fPIC '\(folder)/refusal.c' -o '\(folder)/refusal.so' -ldl")
      try #require(compiled.status == 0, "\(compiled.output)")
      try write("# Home\n\nBefore.\n", to: "in/index.md")
      try write("# Other\n", to: "in/other.md")
      let build = "'\(Shell.program)' build '\(folder)/in' --output '\(folder)/out' --root '\(folder)'"
      try #require(try Shell.run(build).status == 0)
      try write("kept", to: "out/own.txt")

      try write("# Home\n\nAfter.\n", to: "in/index.md")
      try FileManager.default.removeItem(atPath: folder + "/in/other.md")
      let environment = "REFUSED='\(folder)/refused' LD_PRELOAD='\(folder)/refusal.so'"
      let built = try Shell.run("\(environment) \(build)")
      #expect(built.status == 0, "\(built.output)")
      #expect(FileManager.default.fileExists(atPath: folder + "/refused"))
      #expect(try String(contentsOfFile: folder + "/out/index.html", encoding: .utf8).contains("After."))
      #expect(try String(contentsOfFile: folder + "/out/own.txt", encoding: .utf8) == "kept")
      #expect(!FileManager.default.fileExists(atPath: folder + "/out/other.html"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.filter { $0.hasPrefix("out") } == ["out"])
    }
  }
#endif
