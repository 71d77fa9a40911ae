/* sfu.h - the special functions of binary32, as doc/sfu.md defines them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pure functions from binary32 to binary32, both as bits. They compute with
 * integers alone. A NaN result is always the canonical NaN. No flag is raised.
 *
 * Angles of sfu_sin and sfu_cos are in radians. sfu_exp2 and sfu_log2 have base
 * 2, sfu_exp has base e.
 */
#ifndef WW_GOLDEN_SFU_H
#define WW_GOLDEN_SFU_H

#include <stdint.h>

uint32_t sfu_rcp(uint32_t a);
uint32_t sfu_rsqrt(uint32_t a);
uint32_t sfu_exp2(uint32_t a);
uint32_t sfu_log2(uint32_t a);
uint32_t sfu_sin(uint32_t a);
uint32_t sfu_cos(uint32_t a);
uint32_t sfu_exp(uint32_t a);

#endif
