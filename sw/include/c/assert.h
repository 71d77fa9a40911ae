/* assert.h - assert, which ends the run if a thread's condition does not hold
 * SPDX-License-Identifier: Apache-2.0
 *
 * As in C, the last NDEBUG counts, so there is no guard.
 */
#include "vx.h"

#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) vx_assert(condition)
#endif
