#pragma once
#include <stdbool.h>

/// The process's allocations while counting was on.
typedef struct {
  /// Blocks taken, by malloc and its kin.
  long count;
  /// Bytes still held: those taken less those given back, as the allocator rounds them.
  long heldBytes;
} HeapUse;

/// Whether this platform can count (glibc only).
bool heap_can_count(void);
/// Starts to count, from zero, on all threads.
void heap_start(void);
/// Stops counting, and returns the counts.
HeapUse heap_stop(void);
