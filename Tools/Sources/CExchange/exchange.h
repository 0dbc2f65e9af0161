// Lets two folders change places in one step, which Swift's modules of the C libraries leave out.
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
extern long syscall(long number, ...);
static inline int docs_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, one, -100, other, 2 /* RENAME_EXCHANGE */);
}
#elif defined(__APPLE__)
#include <stdio.h>
static inline int docs_exchange(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP); }
#else
static inline int docs_exchange(const char *one, const char *other) { return -1; }
#endif
