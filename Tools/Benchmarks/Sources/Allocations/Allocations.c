// Stands in front of glibc's allocator, in the executable that links it, so that every allocation of the process comes
// through here: the Swift runtime's too. Without counting, the cost is one branch.
#define _GNU_SOURCE
#include "Allocations.h"
#include <stdatomic.h>
#include <stddef.h>

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool counting;
static atomic_long taken;
static atomic_long held;

static bool isCounting(void) { return __builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0); }

static void *countTaken(void *block) {
  if (isCounting() && block) {
    atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&held, (long)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static void countGiven(void *block) {
  if (isCounting() && block) {
    atomic_fetch_sub_explicit(&held, (long)malloc_usable_size(block), memory_order_relaxed);
  }
}

void *malloc(size_t size) { return countTaken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return countTaken(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return countTaken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return countTaken(__libc_memalign(alignment, size)); }

void *realloc(void *block, size_t size) {
  countGiven(block);
  return countTaken(__libc_realloc(block, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = countTaken(__libc_memalign(alignment, size));
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  countGiven(block);
  __libc_free(block);
}

bool heap_can_count(void) { return true; }

void heap_start(void) {
  atomic_store(&taken, 0);
  atomic_store(&held, 0);
  atomic_store(&counting, true);
}

HeapUse heap_stop(void) {
  atomic_store(&counting, false);
  return (HeapUse){.count = atomic_load(&taken), .heldBytes = atomic_load(&held)};
}

#else

bool heap_can_count(void) { return false; }
void heap_start(void) {}
HeapUse heap_stop(void) { return (HeapUse){0, 0}; }

#endif
