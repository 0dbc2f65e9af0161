// The C library's settings of its heap, which Swift's module of it leaves out.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
