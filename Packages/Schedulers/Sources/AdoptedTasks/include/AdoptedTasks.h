#pragma once
#include <stdbool.h>
#include <stdint.h>


// Gives a task that somebody else has started a preference for an executor, as if it had been started with one. The
// runtime offers that only to the running task itself, so it is done in the task's first step, before its own code.
// None of it is a supported interface: it is the layout of tasks that Swift's runtime has had since 5.5.

/// Remembers what a task looks like that has not run yet, from one that has just been started. False if it does not look
/// as expected, or this runtime lacks a function that is needed: then no task is ever unstarted.
bool adopted_task_learn(const void *_Nonnull job);

/// Whether the task of this job has not run yet. Only for jobs that are tasks.
bool adopted_task_is_unstarted(const void *_Nonnull job);

/// Makes the task prefer the executor from its first step, which must be the next thing that this thread runs, to its
/// end. The executor's two words are those of a task executor's reference; it is retained as long as the task runs.
void adopted_task_prefer(void *_Nonnull job, uintptr_t identity, uintptr_t implementation);

/// What `driving_thread_set` was last given on the calling thread; null at first. Not inlined: in an asynchronous function
/// the address of a thread's own variable could be kept across a suspension, and be another thread's after it.
void *_Nullable driving_thread_get(void);
void driving_thread_set(void *_Nullable pointer);
