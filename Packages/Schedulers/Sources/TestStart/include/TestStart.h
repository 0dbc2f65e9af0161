#pragma once

#include "Fields.h"

// Calls `schedulers_observe_tests`, of SchedulersTestSupport, when a program or test bundle with it is loaded.
