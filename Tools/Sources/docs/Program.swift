#if canImport(Glibc)
  import CHeap
#endif

@main
enum Program {
  static func main() async {
    useOneHeap()
    await Docs.main()
  }

  /// Lets the C library take memory in large pieces and keep it.
  ///
  /// It would give each thread a heap of its own, which grows and shrinks by a page at a time, each time through the
  /// system. That is a tenth of what building a site takes.
  private static func useOneHeap() {
    #if canImport(Glibc)
      _ = mallopt(M_ARENA_MAX, 1)
      _ = mallopt(M_TOP_PAD, 8 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 256 << 20)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    #endif
  }
}
