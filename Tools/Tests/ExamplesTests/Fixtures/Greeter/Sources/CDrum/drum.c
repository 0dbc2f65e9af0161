#include "CDrum/CDrum.h"

Beat drum_beat(int count) {
  return (Beat){count};
}
