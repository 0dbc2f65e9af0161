#ifndef PINNING_H
#define PINNING_H

/// Lets the calling thread run on one processor only: on the first for 0, on the second for 1, and so on, and again on
/// the first after the last. Does nothing where the system cannot do that.
void run_on_one_processor(int number);

#endif
