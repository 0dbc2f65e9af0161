#include "WaitingTimelines.h"

static intptr_t waiting;
static intptr_t begun;

intptr_t waiting_timelines_count(void) { return __atomic_load_n(&waiting, __ATOMIC_RELAXED); }
void waiting_timelines_add(intptr_t change) { __atomic_fetch_add(&waiting, change, __ATOMIC_RELAXED); }

intptr_t xctests_begun(void) { return __atomic_load_n(&begun, __ATOMIC_RELAXED); }
void xctests_begin(void) { __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED); }

extern void *swift_tryRetain(void *object);

void *retained_unless_going(void *object) { return swift_tryRetain(object); }
