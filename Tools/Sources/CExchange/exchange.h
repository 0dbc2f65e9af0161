// What Swift's modules of the C libraries leave out: letting two folders change places in one step, starting a process in a
// folder, and telling the allocator that much memory will be needed.
#include <spawn.h>
#if defined(__GLIBC__)
#include <malloc.h>
// Otherwise the heap of a thread grows by 128 KB at a time.
static inline void docs_expect_large_heaps(void) { mallopt(M_TOP_PAD, 32 << 20); }
#else
static inline void docs_expect_large_heaps(void) {}
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
extern long syscall(long number, ...);
static inline int docs_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, one, -100, other, 2 /* RENAME_EXCHANGE */);
}
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
#elif defined(__APPLE__)
#include <stdio.h>
static inline int docs_exchange(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP); }
#else
static inline int docs_exchange(const char *one, const char *other) { return -1; }
#endif
static inline int docs_start_in(const char *folder, posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
