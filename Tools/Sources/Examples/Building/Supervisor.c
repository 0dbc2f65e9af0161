// A program that starts another one, the loader with the example, and watches it.
//
// It reads the example's output up to a limit, ends it when its time is up, ends all processes that it has started, and
// reports how it ended. On Linux, if the system lets users create namespaces, the example and its descendants have their
// own process table, file system and network: they can write only into their folder, have no network, and end together.
// Everywhere else the example's process group is ended.
//
// It has none of the example's libraries: Swift's runtime does not work in a process that has forked.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The loader, and the number of the run.
static char *program;
static int variation;

static char *take(const char *name) {
  char *value = getenv(name);
  value = value ? strdup(value) : 0;
  unsetenv(name);
  return value;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// The report of the first process of new namespaces to this one.
static struct {
  int isReady, status;
} *shared;

static int out[2], err[2], ends[2];

static void childEnded(int signal) {
  int saved = errno;
  (void)signal;
  (void)!write(ends[1], "", 1);
  errno = saved;
}

// Becomes the loader.
static void become(char **arguments) {
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(out[1], 1) < 0 || dup2(err[1], 2) < 0) _exit(126);
  if (nothing) close(nothing);
  close(out[0]), close(out[1]), close(err[0]), close(err[1]), close(ends[0]), close(ends[1]);
  signal(SIGCHLD, SIG_DFL);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  arguments[0] = program;
  execv(program, arguments);
  perror(program);
  _exit(126);
}

#ifdef __linux__
#include <linux/capability.h>
#include <linux/securebits.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// Runs in the process that starts the example.
static void vary(void) {
  char host[32];
  snprintf(host, sizeof host, "host-%d", variation);
  if (variation && sethostname(host, strlen(host))) perror("sethostname");
  for (int index = 0; index < variation; index++) {
    pid_t number = vfork();
    if (!number) _exit(0);
    waitpid(number, 0, 0);
  }
  cpu_set_t all, one;
  if (variation % 4 != 1 || sched_getaffinity(0, sizeof all, &all)) return;
  CPU_ZERO(&one);
  for (int index = 0; index < CPU_SETSIZE && !CPU_COUNT(&one); index++) {
    if (CPU_ISSET(index, &all)) CPU_SET(index, &one);
  }
  if (sched_setaffinity(0, sizeof one, &one)) return;
  setenv("DOCS_SINGLE", "1", 1);
  // Foundation reads there how many processors may be used.
  mount("none", "/sys/fs/cgroup", "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, 0);
}

static int writeFile(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  int isWritten = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
  if (file >= 0) close(file);
  return isWritten;
}

static int setReadOnly(const char *path, int isReadOnly, int flags) {
  struct { unsigned long long set, clear, propagation, users; } attributes = {isReadOnly, !isReadOnly, 0, 0};
  return syscall(442 /* mount_setattr */, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

// Runs in the first process of the new namespaces. The file system is as it was, but can be written in `folder` alone.
static int confine(const char *folder, unsigned user, unsigned group) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "%u %u 1", user, user);
  snprintf(groups, sizeof groups, "%u %u 1", group, group);
  if (!writeFile("/proc/self/setgroups", "deny") || !writeFile("/proc/self/uid_map", users)) return 0;
  if (!writeFile("/proc/self/gid_map", groups)) return 0;
  if (mount("", "/", 0, MS_REC | MS_PRIVATE, 0) || mount(folder, folder, 0, MS_BIND, 0)) return 0;
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, 0)) return 0;
  if (!setReadOnly("/", 1, 0x8000 /* AT_RECURSIVE */) || !setReadOnly(folder, 0, 0) || chdir(folder)) return 0;
  struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP};
  int network = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (network >= 0) ioctl(network, SIOCSIFFLAGS, &loopback), close(network);
  return 1;
}

// What made the namespaces could unmake them.
static void dropPrivileges(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct nothing[2] = {{0}, {0}};
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_capset, &header, nothing);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}

// Starts the example as the second process of new namespaces. When the first ends, the system ends all of them.
static pid_t startIsolated(const char *folder, char **arguments) {
  int spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
  unsigned user = geteuid(), group = getegid();
  pid_t child = syscall(SYS_clone, spaces | SIGCHLD, 0, 0, 0, 0);
  if (child) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  signal(SIGCHLD, SIG_DFL);
  if (!confine(folder, user, group)) _exit(0);
  vary();
  pid_t inner = fork();
  if (inner < 0) _exit(0);
  if (!inner) {
    dropPrivileges();
    become(arguments);
  }
  shared->isReady = 1;
  close(out[0]), close(out[1]), close(err[0]), close(err[1]);
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(-1, &status, 0)) != inner && (ended > 0 || errno == EINTR)) {}
  shared->status = status;
  _exit(0);
}

// Ends the processes left behind by a child without namespaces, in any session or group.
static void endOrphans(void) {
  char path[64], list[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  for (;;) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, list, sizeof list - 1);
    if (file >= 0) close(file);
    if (size <= 0) return;
    list[size] = 0;
    for (char *next = strtok(list, " "); next; next = strtok(0, " ")) kill(atoi(next), SIGKILL);
    waitpid(-1, 0, 0);
  }
}
#else
static pid_t startIsolated(const char *folder, char **arguments) {
  (void)folder, (void)arguments;
  return -1;
}
static void endOrphans(void) {}
#endif

static pid_t startPlain(char **arguments) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
  pid_t child = fork();
  if (child) return child;
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
  become(arguments);
  return 0;
}

// Forwards the available output, up to the limit. 0 at the end of the output, -1 beyond the limit.
static int copy(int from, int to, size_t *left) {
  static char bytes[1 << 16];
  ssize_t size = read(from, bytes, sizeof bytes);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return 1;
  if (size <= 0) return 0;
  size_t kept = (size_t)size < *left ? (size_t)size : *left;
  for (size_t done = 0; done < kept;) {
    ssize_t written = write(to, bytes + done, kept - done);
    if (written < 0 && errno != EINTR) return -1;
    if (written > 0) done += written;
  }
  *left -= kept;
  return kept < (size_t)size ? -1 : 1;
}

enum End { ENDED, TOO_LONG, TOO_MUCH, ABANDONED };

static enum End watch(double timeout, size_t limit) {
  double deadline = now() + timeout;
  size_t left[2] = {limit, limit};
  // Standard input ends when the tool does.
  struct pollfd files[4] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}, {ends[0], POLLIN, 0}, {0, 0, 0}};
  for (;;) {
    double rest = deadline - now();
    if (timeout > 0 && rest <= 0) return TOO_LONG;
    if (poll(files, 4, timeout > 0 ? (int)(rest * 1000) + 1 : -1) < 0) continue;
    for (int index = 0; index < 2; index++) {
      if (!(files[index].revents & (POLLIN | POLLHUP))) continue;
      int result = copy(files[index].fd, index + 1, &left[index]);
      if (result < 0) return TOO_MUCH;
      if (!result) files[index].fd = -1;
    }
    if (files[3].revents & (POLLHUP | POLLERR)) return ABANDONED;
    // Whatever it printed is in the pipes by now.
    if ((files[2].revents & POLLIN) && !(files[0].revents & POLLIN) && !(files[1].revents & POLLIN)) return ENDED;
  }
}

static void run(pid_t child, int isIsolated, double timeout, size_t limit, int report) {
  close(out[1]), close(err[1]);
  enum End end = watch(timeout, limit);
  if (end != ENDED) kill(child, SIGKILL);
  siginfo_t ended;
  while (waitid(P_PID, child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
  // Before the child is reaped, no other process can have its number.
  if (!isIsolated) kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (isIsolated) status = shared->status; else endOrphans();
  // The loader may have written there.
  if (lseek(report, 0, SEEK_END)) return;
  if (end == TOO_LONG) dprintf(report, "timeout");
  else if (end == TOO_MUCH) dprintf(report, "output");
  else if (WIFSIGNALED(status)) dprintf(report, "signal %d", WTERMSIG(status));
  else dprintf(report, "exit %d", WEXITSTATUS(status));
}

// Opens the file that the environment names, and leaves its number there.
static int openFor(const char *name, int flags) {
  char *path = take(name), number[16];
  int file = path ? open(path, O_WRONLY | O_CREAT | flags, 0600) : -1;
  snprintf(number, sizeof number, "%d", file);
  if (file >= 0) setenv(name, number, 1);
  return file;
}

int main(int count, char **arguments) {
  program = take("DOCS_PROGRAM");
  char *limit = take("DOCS_OUTPUT_LIMIT"), *timeout = take("DOCS_TIMEOUT"), *folder = take("DOCS_FOLDER");
  int report = openFor("DOCS_END", O_TRUNC);
  openFor("DOCS_ISSUES", O_APPEND);
  if (!count || !program || !limit || !timeout || !folder || report < 0) {
    fprintf(stderr, "this program is started by `docs verify`\n");
    return 127;
  }
  char *varied = getenv("DOCS_VARIATION");
  variation = varied ? atoi(varied) : 0;
  shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe(out) || pipe(err) || pipe(ends)) return 125;
  struct sigaction handler = {0};
  handler.sa_handler = childEnded;
  handler.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction(SIGCHLD, &handler, 0);
  pid_t child = startIsolated(folder, arguments);
  int isIsolated = child > 0;
  if (isIsolated) {
    // Without the namespaces, the child ends at once.
    char byte;
    struct pollfd end = {ends[0], POLLIN, 0};
    while (!*(volatile int *)&shared->isReady && poll(&end, 1, 1) <= 0) {}
    if (!*(volatile int *)&shared->isReady) {
      waitpid(child, 0, 0);
      (void)!read(ends[0], &byte, 1);
      isIsolated = 0;
    }
  }
  if (!isIsolated) child = startPlain(arguments);
  if (child < 0) return 125;
  run(child, isIsolated, atof(timeout), strtoull(limit, 0, 10), report);
}
