// What Swift's modules of the C libraries leave out: starting a process in a folder.
#include <spawn.h>
#if defined(__linux__)
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
#endif
static inline int docs_start_in(const char *folder, posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}
