#include "StreamsThread.h"

_Alignas(16) _Thread_local char streams_thread_byte;
