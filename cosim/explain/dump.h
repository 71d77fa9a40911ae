/* dump.h - reads the names of the signals in a file of waves
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads VCD and FST files. Names are those of GTKWave:
 * "top.ww_top.u_core.f_insn[31:0]". A `struct dump` owns its names.
 */
#ifndef WW_COSIM_DUMP_H
#define WW_COSIM_DUMP_H

#include <stddef.h>
#include <stdint.h>

struct dump_signal {
	char *scope;            /* "top.ww_top.u_core" */
	char *name;             /* "f_insn[31:0]" */
	uint32_t bits;
};

struct dump {
	struct dump_signal *signals;    /* in the order of the file */
	size_t count, room;
};

/* Reads the names of file PATH into *OUT (release with dump_free). Returns 0,
 * or -1 and the reason in WHY (WHY_SIZE bytes). */
int dump_read(const char *path, struct dump *out, char *why, size_t why_size);
void dump_free(struct dump *d);

#endif
