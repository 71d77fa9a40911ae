/* atomic_smem_ops.S - atomic_ops.S in shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define BASE 0xff000000
#include "atomic_ops.S"
