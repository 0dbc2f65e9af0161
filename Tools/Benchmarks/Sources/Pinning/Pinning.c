#define _GNU_SOURCE
#include "Pinning.h"

#ifdef __linux__
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

void run_on_one_processor(int number) {
  cpu_set_t allowed, chosen;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  int left = number % CPU_COUNT(&allowed);
  for (int processor = 0; processor < CPU_SETSIZE; processor++) {
    if (!CPU_ISSET(processor, &allowed) || left-- > 0) continue;
    CPU_ZERO(&chosen);
    CPU_SET(processor, &chosen);
    sched_setaffinity(0, sizeof chosen, &chosen);
    return;
  }
}

void run_all_on_one_processor(bool pinned) {
  static cpu_set_t everywhere;
  if (CPU_COUNT(&everywhere) == 0 && sched_getaffinity(0, sizeof everywhere, &everywhere) != 0) return;
  cpu_set_t chosen = everywhere;
  for (int processor = 0; pinned && CPU_COUNT(&chosen) > 1; processor++) CPU_CLR(processor, &chosen);
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return;
  for (struct dirent *thread; (thread = readdir(threads));) {
    int id = atoi(thread->d_name);
    if (id > 0) sched_setaffinity(id, sizeof chosen, &chosen);
  }
  closedir(threads);
}
#else
void run_on_one_processor(int number) { (void)number; }
void run_all_on_one_processor(bool pinned) { (void)pinned; }
#endif
