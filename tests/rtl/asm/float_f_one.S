/* float_f_one.S - float_one.S by the registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define OWN_F
#include "float_one.S"
