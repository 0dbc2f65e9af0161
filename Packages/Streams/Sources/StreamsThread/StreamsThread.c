#include "StreamsThread.h"

#if defined(_WIN32)
#include <windows.h>
void streams_yield(void) { SwitchToThread(); }
#else
#include <sched.h>
void streams_yield(void) { sched_yield(); }
#endif

_Alignas(16) _Thread_local char streams_thread_byte;
