/* trap_stores_4.S - trap_stores with 4 of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define STORES 4
#include "trap_stores.S"
