#include <CDrum/beat.h>

Beat drum_beat(int count);
