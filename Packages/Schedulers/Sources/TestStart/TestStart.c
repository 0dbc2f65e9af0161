#include "TestStart.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void schedulers_observe_tests(void);
extern bool schedulers_end_tests(void);

/// The tests are over, and all that others wanted to do then is done (the counts of a coverage are written): what is still to
/// be said can only be said by the process's status.
static void end(void) {
  if (!schedulers_end_tests()) return;
  // Not all streams: one that a thread reads from is locked.
  fflush(stdout);
  fflush(stderr);
  _exit(EXIT_FAILURE);
}

/// Before all other constructors of the program, so that it comes after all that they do at the end.
__attribute__((constructor(101))) static void prepare_end(void) { atexit(end); }

__attribute__((constructor)) static void start(void) { schedulers_observe_tests(); }
