/* special.h - the special functions of doc/sfu.md
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_ORACLE_SPECIAL_H
#define WW_ORACLE_SPECIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Computes the special function of funct3 WHICH for A. Returns false if there
 * is none. */
bool special_value(uint32_t which, uint32_t a, uint32_t *value);

#endif
