/* ventus_words.h - launches of Ventus as launches of a dispatcher
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GOLDEN_VENTUS_WORDS_H
#define WW_GOLDEN_VENTUS_WORDS_H

#include <stdint.h>

#include "isa/isa.h"

struct vt_launch;

/* The launch of a dispatcher that L is: DIM_X has all threads of a work-group,
 * DIM_Y the address of private memory, DIM_Z its bytes for a work-group; flags
 * are 0. */
void ventus_words(const struct vt_launch *l, uint32_t word[ISA_LAUNCH_WORDS]);

#endif
