/* ventus_words.c - launches of Ventus as launches of a dispatcher
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/ventus_words.h"

void ventus_words(const struct vt_launch *l, uint32_t word[ISA_LAUNCH_WORDS])
{
	uint64_t threads = l->warps * l->threads;

	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		word[i] = 0;
	word[ISA_LAUNCH_PC] = (uint32_t)l->start_pc;
	word[ISA_LAUNCH_ARG] = (uint32_t)l->knl;
	for (int i = 0; i < 3; i++)
		word[ISA_LAUNCH_GRID_X + i] = (uint32_t)l->groups[i];
	word[ISA_LAUNCH_DIM_X] = (uint32_t)threads;
	word[ISA_LAUNCH_DIM_Y] = (uint32_t)l->pds;
	word[ISA_LAUNCH_DIM_Z] = (uint32_t)(threads * l->pds_bytes);
	word[ISA_LAUNCH_SMEM] = (uint32_t)l->lds_bytes;
}
