/* options.h - the options of ww-cc that say for which machine it compiles
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_MACHINE_OPTIONS_H
#define WW_MACHINE_OPTIONS_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "machine/march.h"

/* LEAST_STACK: bytes of stack that the runtime needs, without gaps between
 * stacks. */
enum { MACHINE_OPTIONS = 16, MACHINE_OPTION = 80, MACHINE_LEAST_STACK = 512 };

struct machine_options {
	size_t count;
	char word[MACHINE_OPTIONS][MACHINE_OPTION];
};

__attribute__((format(printf, 2, 3)))
static inline void machine_option(struct machine_options *o,
				  const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(o->word[o->count++], MACHINE_OPTION, format, ap);
	va_end(ap);
}

/* For every program. */
static inline void machine_options(struct machine_options *o,
				   const struct machine *m)
{
	o->count = 0;
	machine_option(o, "-march=%s", machine_march(m).text);
	machine_option(o, "--ram-base=0x%" PRIx32, m->ram_base);
	machine_option(o, "--ram-size=0x%" PRIx32, m->ram_size);
	if (machine_smem(m) != MACHINE_SMEM)
		machine_option(o, "--smem-base=0x%" PRIx32, machine_smem(m));
	if (!m->const_size)
		return;
	machine_option(o, "--const-base=0x%" PRIx32, m->const_base);
	machine_option(o, "--const-size=0x%" PRIx32, m->const_size);
}

/* The largest stack of a thread of M, a power of two, for which all together
 * take a quarter of RAM. */
static inline uint32_t machine_most_stack(const struct machine *m)
{
	uint64_t threads = (uint64_t)m->cores * m->warps * m->threads;
	uint32_t bytes = 1;

	while (threads * bytes * 2 <= m->ram_size / 4)
		bytes *= 2;
	return bytes;
}

/* What a thread of M has for functions of CUDA that call themselves: half of
 * the largest stack, at most 16 KiB. */
static inline uint32_t machine_recursion(const struct machine *m)
{
	uint32_t stack = m->local_size >= MACHINE_LEAST_STACK ?
			 m->local_size : machine_most_stack(m);

	return stack / 2 < 16384 ? stack / 2 : 16384;
}

/* For a program with the runtime: how wide a warp is, and the stack of each
 * thread of all cores, which is its local memory if that is large enough. Else
 * it is 4 KiB, halved down to 256 bytes while all stacks together take more
 * than a quarter of RAM, or doubled up to NEED bytes. */
static inline void machine_stack_options(struct machine_options *o,
					 const struct machine *m, uint32_t need)
{
	uint32_t threads = m->cores * m->warps * m->threads, shift = 12;

	machine_option(o, "--warp-threads=%" PRIu32, m->threads);
	machine_option(o, "--recursion=%" PRIu32, machine_recursion(m));
	if (m->cores > 1)
		machine_option(o, "--cores=%" PRIu32, m->cores);
	if (m->local_size >= MACHINE_LEAST_STACK) {
		machine_option(o, "--local-size=%" PRIu32, m->local_size);
		machine_option(o, "--core-threads=%" PRIu32, threads);
		return;
	}
	while (shift > 8 && threads << shift > m->ram_size / 4)
		shift--;
	while (shift < 31 && UINT32_C(1) << shift < need)
		shift++;
	machine_option(o, "-Wl,--defsym=__stack_threads=%" PRIu32, threads);
	machine_option(o, "-Wl,--defsym=__stack_shift=%" PRIu32, shift);
}

/* For a program in OpenCL C. The compiler has the names of all extensions; this
 * drops those of atomic functions, if M has none. */
static inline void machine_opencl_options(struct machine_options *o,
					  const struct machine *m)
{
	static const char *const spaces[] = { "global", "local" };

	machine_option(o, "--opencl");
	for (int i = 0; i < 2 && !m->has_a; i++) {
		machine_option(o, "-Ucl_khr_%s_int32_base_atomics", spaces[i]);
		machine_option(o, "-Ucl_khr_%s_int32_extended_atomics",
			       spaces[i]);
	}
}

#endif
