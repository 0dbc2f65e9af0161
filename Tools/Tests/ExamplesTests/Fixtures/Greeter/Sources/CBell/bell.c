#include "CBell.h"

int bell_count(void) {
  return BELLS;
}
