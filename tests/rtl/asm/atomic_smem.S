/* atomic_smem.S - atomic_lanes.S in shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define BASE 0xff000000
#include "atomic_lanes.S"
