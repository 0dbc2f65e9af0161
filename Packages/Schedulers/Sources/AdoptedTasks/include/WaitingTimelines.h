#pragma once
#include <stdint.h>

/// Retains an object that may just be going, and returns it; null if it is going. Its memory must still be there. A weak
/// reference does as much, but makes every later retaining and releasing of the object slower.
void *_Nullable retained_unless_going(void *_Nonnull object);

/// A number that every thread reads and changes without a lock: how many timelines wait to be advanced for the first time.
intptr_t waiting_timelines_count(void);
void waiting_timelines_add(intptr_t change);

/// Likewise how many tests of XCTest have begun.
intptr_t xctests_begun(void);
void xctests_begin(void);
