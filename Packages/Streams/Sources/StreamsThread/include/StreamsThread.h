#pragma once
#include <stdint.h>

/// One byte of every thread's own storage; only its address is used.
extern _Thread_local char streams_thread_byte;

/// A number that differs between all running threads and is never 0 or odd: tells a nested call from a concurrent one.
static inline uintptr_t streams_thread_token(void) { return (uintptr_t)&streams_thread_byte; }

/// Stops in the debugger, which can go on from there; without one the process ends.
static inline void streams_debug_trap(void) { __builtin_debugtrap(); }

/// Lets another thread run.
void streams_yield(void);
