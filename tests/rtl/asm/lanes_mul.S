/* lanes_mul.S - as lanes_alu, the M operations included
 * SPDX-License-Identifier: Apache-2.0
 */
#define WITH_M
#include "lanes_alu.S"
