#include "bells.h"

int bell_count(void);
