/* trap_stores_16.S - trap_stores with 16 of them
 * SPDX-License-Identifier: Apache-2.0
 */
#define STORES 16
#include "trap_stores.S"
