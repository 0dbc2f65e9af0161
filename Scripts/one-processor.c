// Loaded before the C library, tells a program that there is one processor.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

long sysconf(int name) {
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return 1;
  return ((long (*)(int))dlsym(RTLD_NEXT, "sysconf"))(name);
}
