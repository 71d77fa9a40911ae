/* trap_stores_1.S - trap_stores with one of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define STORES 1
#include "trap_stores.S"
