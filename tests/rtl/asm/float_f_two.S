/* float_f_two.S - float_two.S by the registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define OWN_F
#include "float_two.S"
