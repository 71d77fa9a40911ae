/* profile_kernels.c - adds the launches of a profile up by kernel
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session/profile/profile.h"

void profile_kernel_name(const struct profile *p,
			 const struct profile_launch *l,
			 char out[PROFILE_KERNEL])
{
	const struct elf_symbol *s =
		elf_symbol_at(profile_image(p, l->program), l->pc);

	if (s && s->addr == l->pc)
		snprintf(out, PROFILE_KERNEL, "%.*s",
			 (int)strcspn(s->name, "."), s->name);
	else
		snprintf(out, PROFILE_KERNEL, "0x%08" PRIx32, l->pc);
}

static int by_cycles(const void *a, const void *b)
{
	const struct profile_kernel *x = a, *y = b;
	uint64_t m = profile_parts(&x->sum), n = profile_parts(&y->sum);

	return m != n ? (m > n ? -1 : 1) : strcmp(x->name, y->name);
}

struct profile_kernel *profile_kernels(const struct profile *p, size_t *count)
{
	size_t launches, n = 0;
	const struct profile_launch *l = profile_launches(p, &launches);
	struct profile_kernel *at = calloc(launches + 1, sizeof *at);

	for (size_t i = 0; at && i < launches; i++) {
		size_t k = 0;

		profile_kernel_name(p, &l[i], at[n].name);
		while (strcmp(at[k].name, at[n].name))
			k++;
		n += k == n;
		at[k].launches++;
		at[k].blocks += l[i].blocks;
		profile_add(&at[k].sum, &l[i].sum);
		at[k].bus.read += l[i].bus.read;
		at[k].bus.written += l[i].bus.written;
		at[k].bus.insns += l[i].bus.insns;
	}
	if (at)
		qsort(at, n, sizeof *at, by_cycles);
	*count = n;
	return at;
}
