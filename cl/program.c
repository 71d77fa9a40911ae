/* program.c - the kernels of a compiled OpenCL program
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cl/program.h"

#include <stdlib.h>
#include <string.h>

#include "golden/bytes.h"

enum { MOST = 65536 };          /* kernels, and arguments of one */

struct reader {
	const struct elf_image *image;
	bool bad;
};

/* BYTES bytes at ADDR, or NULL if they are not in RAM. */
static const uint8_t *at(struct reader *r, uint32_t addr, uint64_t bytes)
{
	const struct elf_image *i = r->image;

	if (addr >= i->ram_base && addr - i->ram_base <= i->ram_size &&
	    bytes <= i->ram_size - (addr - i->ram_base))
		return i->ram + (addr - i->ram_base);
	r->bad = true;
	return NULL;
}

/* The string at ADDR, which ends in RAM; else "". */
static const char *string_at(struct reader *r, uint32_t addr)
{
	const uint8_t *s = at(r, addr, 1);
	const uint8_t *end = r->image->ram + r->image->ram_size;

	if (s && memchr(s, '\0', (size_t)(end - s)))
		return (const char *)s;
	r->bad = true;
	return "";
}

/* The word of a structure at BYTES, by the name of its member. */
#define WORD(bytes, type, member) \
	bytes_u32((bytes) + offsetof(struct type, member))

static void read_arg(struct reader *r, const uint8_t *b, struct cl_arg *a)
{
	a->kind = WORD(b, ww_cl_arg, kind);
	a->offset = WORD(b, ww_cl_arg, offset);
	a->bytes = WORD(b, ww_cl_arg, bytes);
	a->class_ = WORD(b, ww_cl_arg, class_);
	a->element = WORD(b, ww_cl_arg, element);
	a->lanes = WORD(b, ww_cl_arg, lanes);
	a->qualifiers = WORD(b, ww_cl_arg, qualifiers);
	a->type = string_at(r, WORD(b, ww_cl_arg, type));
	a->name = string_at(r, WORD(b, ww_cl_arg, name));
	r->bad |= a->kind > WW_CL_SAMPLER || a->class_ > WW_CL_FLOAT ||
		  a->element > 8 || a->lanes > 16;
}

static int read_args(struct reader *r, uint32_t addr, struct cl_kernel *k)
{
	const uint8_t *b = at(r, addr, (uint64_t)k->count *
			      sizeof(struct ww_cl_arg));

	if (!b || k->count > MOST)
		return CL_E_DAMAGED;
	k->args = calloc(k->count ? k->count : 1, sizeof *k->args);
	if (!k->args)
		return CL_E_NOMEM;
	for (uint32_t i = 0; i < k->count; i++) {
		struct cl_arg *a = &k->args[i];

		read_arg(r, b + i * sizeof(struct ww_cl_arg), a);
		r->bad |= (uint64_t)a->offset + a->bytes > k->arg_bytes;
	}
	return CL_OK;
}

static int read_kernel(struct reader *r, const uint8_t *b, struct cl_kernel *k)
{
	k->name = string_at(r, WORD(b, ww_cl_kernel, name));
	k->attributes = string_at(r, WORD(b, ww_cl_kernel, attributes));
	k->entry = WORD(b, ww_cl_kernel, entry);
	k->folded = WORD(b, ww_cl_kernel, folded);
	k->count = WORD(b, ww_cl_kernel, count);
	k->arg_bytes = WORD(b, ww_cl_kernel, arg_bytes);
	k->local_bytes = WORD(b, ww_cl_kernel, local_bytes);
	k->together = WORD(b, ww_cl_kernel, together) != 0;
	k->leaves = WORD(b, ww_cl_kernel, leaves) != 0;
	for (uint32_t d = 0; d < 3; d++)
		k->required[d] = WORD(b, ww_cl_kernel, required[d]);
	k->most = WORD(b, ww_cl_kernel, most);
	return read_args(r, WORD(b, ww_cl_kernel, args), k);
}

static int read_kernels(struct reader *r, uint32_t addr, struct cl_program *p)
{
	const uint8_t *b = at(r, addr, (uint64_t)p->count *
			      sizeof(struct ww_cl_kernel));
	int bad = CL_OK;

	if (!b || p->count > MOST)
		return CL_E_DAMAGED;
	p->kernels = calloc(p->count ? p->count : 1, sizeof *p->kernels);
	if (!p->kernels)
		return CL_E_NOMEM;
	for (uint32_t i = 0; i < p->count && !bad; i++)
		bad = read_kernel(r, b + i * sizeof(struct ww_cl_kernel),
				  &p->kernels[i]);
	return bad ? bad : r->bad ? CL_E_DAMAGED : CL_OK;
}

int cl_program_read(const struct elf_image *image, struct cl_program *p)
{
	const struct elf_symbol *s = elf_variable(image, "ww_cl_program");
	struct reader r = { image, false };
	const uint8_t *b;
	int bad;

	*p = (struct cl_program){ .count = 0 };
	if (!s)
		return CL_E_NO_PROGRAM;
	b = at(&r, s->addr, sizeof(struct ww_cl_program));
	if (!b)
		return CL_E_DAMAGED;
	if (WORD(b, ww_cl_program, version) != WW_CL_VERSION)
		return CL_E_VERSION;
	p->count = WORD(b, ww_cl_program, count);
	bad = read_kernels(&r, WORD(b, ww_cl_program, kernels), p);
	if (bad)
		cl_program_free(p);
	return bad;
}

void cl_program_free(struct cl_program *p)
{
	for (uint32_t i = 0; i < p->count && p->kernels; i++)
		free(p->kernels[i].args);
	free(p->kernels);
	*p = (struct cl_program){ .count = 0 };
}

const struct cl_kernel *cl_program_find(const struct cl_program *p,
					const char *name)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (!strcmp(p->kernels[i].name, name))
			return &p->kernels[i];
	return NULL;
}
