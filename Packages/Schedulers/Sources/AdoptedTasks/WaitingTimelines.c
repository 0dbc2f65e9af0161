#include "WaitingTimelines.h"

static intptr_t waiting;

intptr_t waiting_timelines_count(void) { return __atomic_load_n(&waiting, __ATOMIC_RELAXED); }
void waiting_timelines_add(intptr_t change) { __atomic_fetch_add(&waiting, change, __ATOMIC_RELAXED); }

extern void *swift_tryRetain(void *object);

void *retained_unless_going(void *object) { return swift_tryRetain(object); }
