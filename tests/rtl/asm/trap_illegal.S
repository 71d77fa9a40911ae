/* trap_illegal.S - words that are illegal on every core, each in a warp of its own
 * SPDX-License-Identifier: Apache-2.0
 */
#include "illegal.inc"
