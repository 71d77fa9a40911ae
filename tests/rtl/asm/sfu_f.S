/* sfu_f.S - sfu.S by the registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define OWN_F
#include "sfu.S"
