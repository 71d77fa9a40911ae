/* engine_16.c - executes a warp of 16 threads at full speed
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef GOLDEN_ANY_WIDTH        /* then engine.c has it */
#define T 16
#define SEVERAL 1
#define RUN golden_run_16
#define LINKAGE
#include "golden/engine.h"
#include "golden/run_lanes.h"
#endif
