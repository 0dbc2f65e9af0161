import Checking

/// `docs verify` alone, which builds in half the time of `docs`: the plugin's program.
@main enum VerifyExamples {
  static func main() async {
    await VerifyCommand.main()
  }
}
