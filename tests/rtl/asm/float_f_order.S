/* float_f_order.S - float_order.S by the registers f
 * SPDX-License-Identifier: Apache-2.0
 */
#define OWN_F
#include "float_order.S"
