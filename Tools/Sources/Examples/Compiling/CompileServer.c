// Preloaded into the Swift compiler: stops it when everything is loaded, before its `main`, and forks for each request.
//
// Requests come on standard input, a socket that keeps messages apart: a number, and then strings that each end with a
// zero: the working directory, the files for standard output and standard error, and the arguments. A number alone asks
// for the end of that request's process group. Replies go to standard output.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Main(int, char **, char **);

enum Kind { STARTED, ENDED, REFUSED };

static Main *compiler;
static sigset_t given;
static int ends;
static struct {
  int32_t number;
  pid_t group;
} running[1024];
static char message[1 << 18];

static void reply(int32_t number, enum Kind kind, int32_t value) {
  int32_t words[3] = {number, kind, value};
  // Without a reader there is nobody to serve.
  if (write(1, words, sizeof words) != sizeof words) _exit(1);
}

static void compile(char **strings, int count, int directory, int output, int errors, pid_t server) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != server) _exit(1);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || fchdir(directory) || dup2(nothing, 0) || dup2(output, 1) != 1 || dup2(errors, 2) != 2) _exit(127);
  close(nothing), close(directory), close(output), close(errors), close(ends);
  sigprocmask(SIG_SETMASK, &given, 0);
  exit(compiler(count, strings, environ));
}

// A tenth of a compilation goes into what the compiler, itself written in Swift in parts, asks the runtime for the
// first time: whether a type of its own conforms to a protocol. So compilers write down what they asked and were told,
// and the server asks the same before it forks the next one, which finds the answers in the runtime's memory.
struct Question {
  _Atomic(const void *) type;
  const void *protocol, *answer;
};
enum { QUESTIONS = 1 << 14 };

static struct {
  atomic_uint count;
  struct Question list[QUESTIONS];
} *asked;
// Which questions this process knows to be asked, by their hash.
static struct {
  const void *type, *protocol;
} known[QUESTIONS];
static uintptr_t low = UINTPTR_MAX, high;
static const void *(*conforms)(const void *, const void *);

static int isKnown(const void *type, const void *protocol) {
  size_t slot = ((uintptr_t)type >> 3 ^ (uintptr_t)protocol * 31) % QUESTIONS;
  if (known[slot].type == type && known[slot].protocol == protocol) return 1;
  known[slot].type = type, known[slot].protocol = protocol;
  return 0;
}

// Only what lies in the compiler itself is the same in all its processes.
static int isOurs(const void *address) { return (uintptr_t)address >= low && (uintptr_t)address < high; }

const void *swift_conformsToProtocol(const void *type, const void *protocol) {
  if (!conforms) *(void **)&conforms = dlsym(RTLD_NEXT, "swift_conformsToProtocol");
  const void *answer = conforms(type, protocol);
  if (!asked || !isOurs(type) || !isOurs(protocol) || (answer && !isOurs(answer))) return answer;
  if (isKnown(type, protocol)) return answer;
  unsigned index = atomic_fetch_add(&asked->count, 1);
  if (index >= QUESTIONS) return answer;
  struct Question *question = &asked->list[index];
  question->protocol = protocol, question->answer = answer;
  atomic_store(&question->type, type);
  return answer;
}

static void learn(void) {
  static unsigned next;
  const void *type;
  for (; asked && next < QUESTIONS && (type = atomic_load(&asked->list[next].type)); next++) {
    struct Question *question = &asked->list[next];
    isKnown(type, question->protocol);
    // An answer that is another here must not reach a compiler.
    if (conforms(type, question->protocol) != question->answer) _exit(1);
  }
}

static int findCompiler(struct dl_phdr_info *image, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int index = 0; index < image->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t start = image->dlpi_addr + part->p_vaddr;
    if (start < low) low = start;
    if (start + part->p_memsz > high) high = start + part->p_memsz;
  }
  return 1;  // The program comes first, and is all that is wanted.
}

static void prepareToLearn(void) {
  *(void **)&conforms = dlsym(RTLD_NEXT, "swift_conformsToProtocol");
  if (!conforms) return;
  dl_iterate_phdr(findCompiler, 0);
  void *shared = mmap(0, sizeof *asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared != MAP_FAILED) asked = shared;
}

static int create(const char *path) {
  return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
}

static void start(int32_t number, size_t size) {
  static char *strings[sizeof message];
  int count = 0, slot = 0;
  for (char *next = message + sizeof number; next < message + size; next += strlen(next) + 1) strings[count++] = next;
  strings[count] = 0;
  while (slot < 1024 && running[slot].group) slot++;
  if (count < 4 || slot == 1024) return reply(number, REFUSED, 0);
  int directory = open(strings[0], O_PATH | O_DIRECTORY | O_CLOEXEC);
  int output = create(strings[1]), errors = create(strings[2]);
  pid_t server = getpid(), child = -1;
  if (directory >= 0 && output >= 0 && errors >= 0) child = fork();
  if (child == 0) compile(strings + 3, count - 3, directory, output, errors, server);
  close(directory), close(output), close(errors);
  if (child < 0) return reply(number, REFUSED, errno);
  setpgid(child, child);
  running[slot].number = number, running[slot].group = child;
  reply(number, STARTED, child);
}

static void end(int32_t number) {
  for (int slot = 0; slot < 1024; slot++)
    if (running[slot].group && running[slot].number == number) kill(-running[slot].group, SIGKILL);
}

// What a compiler started and left behind goes with it, before its number can be another's.
static void reap(int options, int replies) {
  siginfo_t ended;
  while (ended.si_pid = 0, !waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT | options) && ended.si_pid) {
    int status, slot = 0;
    kill(-ended.si_pid, SIGKILL);
    waitpid(ended.si_pid, &status, 0);
    while (slot < 1024 && running[slot].group != ended.si_pid) slot++;
    if (slot == 1024) continue;
    running[slot].group = 0;
    if (replies) reply(running[slot].number, ENDED, status);
  }
}

static int serve(int count, char **arguments, char **environment) {
  (void)count, (void)arguments, (void)environment;
  // This library comes first there.
  char *others = strchr(getenv("LD_PRELOAD"), ':');
  others ? setenv("LD_PRELOAD", others + 1, 1) : unsetenv("LD_PRELOAD");
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &children, &given);
  ends = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  if (ends < 0) _exit(1);
  struct pollfd events[2] = {{0, POLLIN, 0}, {ends, POLLIN, 0}};
  prepareToLearn();
  for (;;) {
    learn();
    if (poll(events, 2, -1) < 0 && errno != EINTR) break;
    struct signalfd_siginfo signal;
    while (read(ends, &signal, sizeof signal) > 0) {}
    reap(WNOHANG, 1);
    if (!events[0].revents) continue;
    int32_t number;
    ssize_t size = recv(0, message, sizeof message - 1, MSG_DONTWAIT | MSG_TRUNC);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (size < (ssize_t)sizeof number) break;
    memcpy(&number, message, sizeof number);
    if (size == sizeof number) {
      end(number);
    } else if (size >= (ssize_t)sizeof message) {
      reply(number, REFUSED, EMSGSIZE);
    } else {
      message[size] = 0;
      start(number, size);
    }
  }
  for (int slot = 0; slot < 1024; slot++)
    if (running[slot].group) kill(-running[slot].group, SIGKILL);
  reap(0, 0);
  _exit(0);
}

int __libc_start_main(Main *main, int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*loader)(void), void *stack) {
  int (*real)(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
      dlsym(RTLD_NEXT, "__libc_start_main");
  compiler = main;
  return real(serve, count, arguments, init, fini, loader, stack);
}
