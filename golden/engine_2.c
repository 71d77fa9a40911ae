/* engine_2.c - executes a warp of 2 threads at full speed
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef GOLDEN_ANY_WIDTH        /* then engine.c has it */
#define T 2
#define SEVERAL 1
#define RUN golden_run_2
#define LINKAGE
#include "golden/engine.h"
#include "golden/run_lanes.h"
#endif
