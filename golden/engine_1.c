/* engine_1.c - executes a warp of 1 thread at full speed
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef GOLDEN_ANY_WIDTH        /* then engine.c has it */
#define T 1
#define SEVERAL 0
#define RUN golden_run_1
#define LINKAGE
#include "golden/engine.h"
#include "golden/run_lanes.h"
#endif
