#if !__has_include(<cmark.h>)
#error "the C library cmark is missing: run 'apt-get install libcmark-dev', or 'brew install cmark'"
#endif
#include <cmark.h>
