#include "AdoptedTasks.h"

#include <stddef.h>

#if __has_attribute(swiftasynccall) && __has_attribute(musttail) && !__has_feature(ptrauth_calls) && \
    !defined(_WIN32)

#define SWIFT __attribute__((swiftcall))
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))
#define ERROR __attribute__((swift_context))

struct Context;
typedef ASYNC void Start(CONTEXT struct Context *context);
typedef ASYNC void Finish(CONTEXT struct Context *context, ERROR void *error);

/// What every asynchronous function's frame begins with.
struct Context {
  struct Context *parent;
  Finish *finish;
};

/// What a task begins with.
struct Task {
  void *header[4];
  uint32_t flags;
  uint32_t identifier;
  void *reserved[2];
  Start *resume;
  struct Context *context;
};

/// Stands in the place of the first frame's parent, which a task has not, while the task has our preference.
struct Preference {
  struct Context frame;
  Finish *finish;
  void *record;
  void *executor;
};

// Weak, so that a runtime without them is found out when adopting, and not when loading.
extern SWIFT void *swift_task_alloc(size_t size) __attribute__((weak));
extern SWIFT void swift_task_dealloc(void *pointer) __attribute__((weak));
extern SWIFT void *swift_task_pushTaskExecutorPreference(uintptr_t identity, uintptr_t implementation)
    __attribute__((weak));
extern SWIFT void swift_task_popTaskExecutorPreference(void *record) __attribute__((weak));
extern void *swift_retain(void *object) __attribute__((weak));
extern void swift_release(void *object) __attribute__((weak));

/// Where every task begins: a function of the runtime that calls the task's own. Atomic because each adoption learns it
/// anew, while tasks of others may begin.
static _Atomic(Start *) beginning;

/// What the task that this thread is about to run shall prefer.
static _Thread_local struct {
  uintptr_t identity, implementation;
} coming;

static ASYNC void finish(CONTEXT struct Context *context, ERROR void *error) {
  struct Preference *preference = (struct Preference *)context->parent;
  Finish *original = preference->finish;
  void *executor = preference->executor;
  swift_task_popTaskExecutorPreference(preference->record);
  swift_task_dealloc(preference);
  context->parent = NULL;
  context->finish = original;
  swift_release(executor);
  __attribute__((musttail)) return original(context, error);
}

static ASYNC void start(CONTEXT struct Context *context) {
  struct Preference *preference = swift_task_alloc(sizeof(struct Preference));
  preference->frame = (struct Context){NULL, NULL};
  preference->finish = context->finish;
  preference->executor = (void *)coming.identity;
  preference->record = swift_task_pushTaskExecutorPreference(coming.identity, coming.implementation);
  context->parent = &preference->frame;
  context->finish = finish;
  __attribute__((musttail)) return beginning(context);
}

bool adopted_task_learn(const void *job) {
  const struct Task *task = job;
  if (!swift_task_alloc || !swift_task_dealloc || !swift_task_pushTaskExecutorPreference ||
      !swift_task_popTaskExecutorPreference || !swift_retain || !swift_release)
    return false;
  if (!task->resume || !task->context || task->context->parent || !task->context->finish) return false;
  beginning = task->resume;
  return true;
}

bool adopted_task_is_unstarted(const void *job) {
  const struct Task *task = job;
  return beginning && task->resume == beginning && task->context && !task->context->parent;
}

void adopted_task_prefer(void *job, uintptr_t identity, uintptr_t implementation) {
  coming.identity = identity;
  coming.implementation = implementation;
  swift_retain((void *)identity);
  ((struct Task *)job)->resume = start;
}

#else

bool adopted_task_learn(const void *job) { return false; }
bool adopted_task_is_unstarted(const void *job) { return false; }
void adopted_task_prefer(void *job, uintptr_t identity, uintptr_t implementation) {}

#endif

static _Thread_local void *driven;

void *driving_thread_get(void) { return driven; }
void driving_thread_set(void *pointer) { driven = pointer; }
