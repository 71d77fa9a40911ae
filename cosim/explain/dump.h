/* dump.h - the names in a file of waves
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads which signals a VCD or FST file has, as GTKWave names them:
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

/* 0, or -1 and WHY: it cannot be read, or is something else. */
int dump_read(const char *path, struct dump *out, char *why, size_t why_size);
void dump_free(struct dump *d);

#endif
