/* rate_l2_store.S - all warps of all cores load lines of their own and store to them
 * SPDX-License-Identifier: Apache-2.0
 */
#define STORES
#include "rate_l2.S"
