#include "TestStart.h"

extern void schedulers_observe_tests(void);

__attribute__((constructor)) static void start(void) { schedulers_observe_tests(); }
