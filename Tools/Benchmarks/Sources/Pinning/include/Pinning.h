#ifndef PINNING_H
#define PINNING_H

#include <stdbool.h>

/// Lets the calling thread run on one processor only: on the first for 0, on the second for 1, and so on, and again on
/// the first after the last. Does nothing where the system cannot do that.
void run_on_one_processor(int number);

/// Lets all threads of the process, also those that they start, run on one processor only, or again on all that the calling
/// thread had at the first call. One thread at a time may call it.
void run_all_on_one_processor(bool pinned);

#endif
