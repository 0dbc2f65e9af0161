#define _GNU_SOURCE
#include "Pinning.h"

#ifdef __linux__
#include <sched.h>

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
#else
void run_on_one_processor(int number) { (void)number; }
#endif
