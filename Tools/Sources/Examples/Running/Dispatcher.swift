import Foundation

/// The `main` of a program that holds many examples: starts the one that the environment names.
enum Dispatcher {
  /// What the names of all examples' modules start with.
  static let prefix = "docs_example_"
  static let exampleVariable = "DOCS_EXAMPLE"
  static let limitVariable = "DOCS_OUTPUT_LIMIT"

  /// In C, because it has to run before anything of Swift does, and has to leave the arguments alone.
  ///
  /// Output is not held back, so that it is there when the example traps. The limit on the size of files holds for the
  /// files that the output goes to.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/resource.h>
    #include <unistd.h>

    \(ReportedIssues.dispatcherSource)
    int main(int count, char **arguments) {
      const char *name = getenv("\(exampleVariable)");
      const char *limit = getenv("\(limitVariable)");
      if (limit) {
        struct rlimit size = {strtoull(limit, 0, 10), strtoull(limit, 0, 10)};
        setrlimit(RLIMIT_FSIZE, &size);
      }
      struct rlimit none = {0, 0};
      setrlimit(RLIMIT_CORE, &none);
      setvbuf(stdout, 0, _IONBF, 0);
      int (*example)(int, char **) = 0;
      if (name) *(void **)&example = dlsym(dlopen(0, RTLD_NOW), name);
      if (!example) {
        fprintf(stderr, "no example %s in this program\\n", name ? name : "");
        return 127;
      }
      unsetenv("\(exampleVariable)");
      unsetenv("\(limitVariable)");
      const char *file = getenv("\(ReportedIssues.fileVariable)");
      issues = file ? strdup(file) : 0;
      unsetenv("\(ReportedIssues.fileVariable)");
      if (\(ReportedIssues.watch)) \(ReportedIssues.watch)();
      return example(count, arguments);
    }

    """

  /// Compiles the dispatcher in `folder` and returns the object file.
  static func build(in folder: String, toolchain: Toolchain) async throws -> String {
    let object = folder + "/dispatcher.o"
    try Data(source.utf8).write(to: URL(fileURLWithPath: folder + "/dispatcher.c"))
    let result = try await Command(
      executable: toolchain.tool("clang"), arguments: ["-c", "-fPIC", "dispatcher.c", "-o", object],
      directory: folder, output: folder + "/dispatcher.log"
    ).run()
    guard result.end == .exit(0) else {
      throw VerifierError(
        "the dispatcher of examples does not compile:\n" + String(decoding: result.errors, as: UTF8.self))
    }
    return object
  }
}
