// The main function of a program that holds the documented packages: loads the example that the environment names, and
// runs it. Without an example, the library is only loaded.
//
// In C, because it has to run before any Swift code, and must not change the arguments.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int Example(int, char **);

// How examples report issues: see ReportedIssues.
static int issues = -1;

void docs_note_issue(const char *file, size_t line, size_t column, const char *message) {
  char *record = 0;
  int size = asprintf(&record, "%s\x1f%zu\x1f%zu\x1f%s\x1e", file, line, column, message);
  if (size < 0) return;
  while (issues >= 0 && write(issues, record, size) < 0 && errno == EINTR) {}
  free(record);
}

static char *take(const char *name) {
  char *value = getenv(name);
  value = value ? strdup(value) : 0;
  unsetenv(name);
  return value;
}

// The number of the run of an example. Each but 0 delays threads in its own way. In namespaces, the supervisor also gives
// it another process number and host name, and every fourth a single processor.
static int variation;

// The thread that starts the example.
static pthread_t first;

#ifdef __linux__
// By how many seconds the example's clock is ahead: documents are read later than they are checked. These stand before
// the system's own, which still answer.
static long long ahead;

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*system)(clockid_t, struct timespec *);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "clock_gettime");
  int result = system(clock, time);
  if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += ahead;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise)) return -1;
  time->tv_sec = precise.tv_sec;
  time->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, time) ? base : 0;
}

time_t time(time_t *result) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (result) *result = precise.tv_sec;
  return precise.tv_sec;
}

// Whether the example has one processor alone.
static int isSingle;

long sysconf(int name) {
  static long (*system)(int);
  if (isSingle && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return 1;
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "sysconf");
  return system(name);
}

// Delays threads differently in each run, so that an output that depends on their order fails. The first new threads,
// tasks and jobs of queues, and the first texts that other threads print, wait for up to a millisecond.
static void waitABit(void) {
  static unsigned count;
  unsigned number = __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  if (number >= 100) return;
  unsigned hash = (variation * 100u + number) * 2654435761u;
  hash = (hash ^ hash >> 15) * 2246822519u;
  struct timespec time = {0, (hash ^ hash >> 13) % 1000 * 1000};
  nanosleep(&time, 0);
}

// Any thread waits but the one that started the example.
static void letOthersGo(void) {
  if (variation && !pthread_equal(pthread_self(), first)) waitABit();
}

// What the first thread starts may be faster than it is: in every second run it waits after that, mostly for longer.
static void fallBehind(void) {
  if (variation && variation % 2 == 0 && pthread_equal(pthread_self(), first)) waitABit(), waitABit();
}

void flockfile(FILE *file) {
  static void (*system)(FILE *);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "flockfile");
  letOthersGo();
  system(file);
}

typedef void *Start(void *);
typedef struct {
  Start *start;
  void *argument;
} Thread;

static void *startLater(void *argument) {
  Thread thread = *(Thread *)argument;
  free(argument);
  letOthersGo();
  return thread.start(thread.argument);
}

// Whether the thread is one that runs jobs of queues, which wait themselves.
static int runsJobs(Start *start) {
  Dl_info code, dispatch;
  void *known = dlsym(RTLD_DEFAULT, "dispatch_queue_create");
  return known && dladdr(known, &dispatch) && dladdr((void *)start, &code) && code.dli_fbase == dispatch.dli_fbase;
}

int pthread_create(pthread_t *result, const pthread_attr_t *attributes, Start *start, void *argument) {
  static int (*system)(pthread_t *, const pthread_attr_t *, Start *, void *);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "pthread_create");
  Thread *thread = variation && !runsJobs(start) ? malloc(sizeof *thread) : 0;
  if (!thread) return system(result, attributes, start, argument);
  *thread = (Thread){start, argument};
  int error = system(result, attributes, startLater, thread);
  if (error) free(thread);
  fallBehind();
  return error;
}

typedef void Work(void *);
typedef struct {
  Work *work;
  void *context;
} Job;

static void runLater(void *argument) {
  Job job = *(Job *)argument;
  free(argument);
  letOthersGo();
  job.work(job.context);
}

// Tasks of Swift are such jobs.
void dispatch_async_f(void *queue, void *context, Work *work) {
  static void (*system)(void *, void *, Work *);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_async_f");
  Job *job = variation ? malloc(sizeof *job) : 0;
  if (!job) return system(queue, context, work);
  *job = (Job){work, context};
  system(queue, job, runLater);
  fallBehind();
}

typedef void (^Block)(void);

// The blocks of work items, which wait themselves. A queue knows them, so it must get them as they are. Those that are
// gone stay here: another block at that place does not wait.
static const void *items[1000];
static unsigned itemCount;

static Block noteItem(Block item) {
  unsigned number = __atomic_fetch_add(&itemCount, 1, __ATOMIC_RELAXED);
  if (number < sizeof items / sizeof *items) __atomic_store_n(&items[number], (const void *)item, __ATOMIC_RELEASE);
  return item;
}

// A block that waits before it runs this one. It lives as long as the caller does, or is copied.
#define LATER(block) ^{ letOthersGo(); block(); }

static int waits(Block block) {
  unsigned count = __atomic_load_n(&itemCount, __ATOMIC_RELAXED);
  if (!variation || count > sizeof items / sizeof *items) return 0;
  while (count-- > 0)
    if (__atomic_load_n(&items[count], __ATOMIC_ACQUIRE) == (const void *)block) return 0;
  return 1;
}

void dispatch_async(void *queue, Block block) {
  static void (*system)(void *, Block);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_async");
  system(queue, waits(block) ? LATER(block) : block);
  fallBehind();
}

void dispatch_group_async(void *group, void *queue, Block block) {
  static void (*system)(void *, void *, Block);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_group_async");
  system(group, queue, waits(block) ? LATER(block) : block);
  fallBehind();
}

Block dispatch_block_create(unsigned long flags, Block block) {
  static Block (*system)(unsigned long, Block);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_block_create");
  return noteItem(system(flags, variation ? LATER(block) : block));
}

Block dispatch_block_create_with_qos_class(unsigned long flags, unsigned class, int priority, Block block) {
  static Block (*system)(unsigned long, unsigned, int, Block);
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_block_create_with_qos_class");
  return noteItem(system(flags, class, priority, variation ? LATER(block) : block));
}

void dispatch_apply(size_t count, void *queue, void (^block)(size_t)) {
  static void (*system)(size_t, void *, void (^)(size_t));
  if (!system) *(void **)&system = dlsym(RTLD_NEXT, "dispatch_apply");
  system(count, queue, variation ? ^(size_t index) { waitABit(); block(index); } : block);
}
#endif

// Runs the function `name` of the library. `report` is a file for the reason why it cannot, or -1.
static void run(const char *library, const char *name, int report, int count, char **arguments) {
  first = pthread_self();
  void *code = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  Example *example = 0;
  if (code && name) *(void **)&example = dlsym(code, name);
  if (!code || (name && !example)) {
    fprintf(stderr, "%s\n", dlerror());
    if (report >= 0) dprintf(report, "load");
    _exit(127);
  }
  if (!name) _exit(0);
  if (report >= 0) close(report);
  // Not held back, so that it is there when the example traps.
  setvbuf(stdout, 0, _IONBF, 0);
  void (*watchIssues)(void);
  *(void **)&watchIssues = dlsym(code, "docs_watch_issues");
  if (watchIssues) watchIssues();
  exit(example(count, arguments));
}

int main(int count, char **arguments) {
  // A test that has to exit starts this program again, and must get to itself.
  char *again = getenv("DOCS_AGAIN");
  if (again && strchr(again, ' ')) {
    char *name = strdup(again), *library = strchr(name, ' ');
    *library++ = 0;
    run(library, name, -1, count, arguments);
  }
  char *library = take("DOCS_LIBRARY"), *name = take("DOCS_EXAMPLE");
  char *varied = take("DOCS_VARIATION"), *later = take("DOCS_SECONDS_AHEAD"), *single = take("DOCS_SINGLE");
  char *noted = take("DOCS_ISSUES"), *report = take("DOCS_END");
  if (!library || (name && asprintf(&again, "%s %s", name, library) < 0)) {
    fprintf(stderr, "this program is started by `docs verify`\n");
    return 127;
  }
  if (name) setenv("DOCS_AGAIN", again, 1);
  variation = varied ? atoi(varied) : 0;
#ifdef __linux__
  ahead = later ? atoll(later) : 0;
  isSingle = !!single;
#else
  (void)later, (void)single;
#endif
  // The numbers of two open files.
  issues = noted ? atoi(noted) : -1;
  if (issues >= 0) fcntl(issues, F_SETFD, FD_CLOEXEC);
  run(library, name, report ? atoi(report) : -1, count, arguments);
}
