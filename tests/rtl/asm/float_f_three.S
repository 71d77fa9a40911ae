/* float_f_three.S - float_three.S by the registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define OWN_F
#include "float_three.S"
