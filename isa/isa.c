/* isa.c - facts of the instruction set
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"
typedef int ww_empty_unit;
