/* atomic_smem_warps.S - atomic_warps.S in shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define BASE 0xff000040
#include "atomic_warps.S"
