/* vt_program.c - a random program of Ventus, and its launch
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/ventus/vt_program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/ventus/vt_fields.h"
#include "isa/ventus/vt_isa.h"

/* Scalar and vector registers that a launch asks for. */
enum { SGPRS = 64, VGPRS = 256 };

/* --- the program -------------------------------------------------------- */

/* Is the word, of OP, relative to an item? */
static bool is_relative(enum vt_op op)
{
	const enum vt_format f = op == VT_INVALID ? VT_FMT_R :
				 vt_row(op)->format;

	return f == VT_FMT_BRANCH || f == VT_FMT_VBRANCH || f == VT_FMT_J ||
	       op == VT_SETRPC;
}

/* The item from which the offset of item I, of OP, counts: setrpc adds to what
 * the auipc before it has. */
static size_t base_of(enum vt_op op, size_t i)
{
	return op == VT_SETRPC ? i - 1 : i;
}

static void take_word(struct fuzz_item *item, size_t i, uint32_t word)
{
	const enum vt_op op = vt_decode(word);
	const struct vt_prefix none = { 0 };
	const int32_t offset = op == VT_INVALID ? 0 :
			       (int32_t)vt_imm(op, word, none);

	*item = (struct fuzz_item){ .op = ISA_INVALID, .imm = (int32_t)word };
	/* A jump between instructions traps, wherever it is. */
	if (!is_relative(op) || offset % 4)
		return;
	item->reloc = FUZZ_RELATIVE;
	item->target = (uint32_t)base_of(op, i) + (uint32_t)(offset / 4);
}

int vt_program_make(const struct vt_random *r, const struct machine *shape,
		    struct fuzz_program **out)
{
	struct fuzz_program *p = calloc(1, sizeof *p);
	uint32_t *code = malloc(VT_RANDOM_WORDS * sizeof *code);
	int bad = p && code ? 0 : -1;

	if (!bad) {
		p->count = p->room = vt_random(r, code);
		p->items = calloc(p->count + 1, sizeof *p->items);
		bad = !p->items ? -1 : !p->count ? -2 : 0;
	}
	if (!bad) {
		p->options.seed = r->seed;
		p->options.length = r->length;
		p->machine = *shape;
		p->machine.dialect = MACHINE_VENTUS;
		p->machine.reset_pc = p->section[0] = VT_RANDOM_CODE;
		p->sections = 1;
		p->no_table = true;
	}
	for (size_t i = 0; !bad && i < p->count; i++)
		take_word(&p->items[i], i, code[i]);
	free(code);
	if (bad) {
		fuzz_free(p);
		p = NULL;
	}
	*out = p;
	return bad;
}

/* The word of item I. AT: the addresses of all items. */
static uint32_t word_of(const struct fuzz_program *p, size_t i,
			const uint32_t *at)
{
	const struct fuzz_item *item = &p->items[i];
	const uint32_t word = (uint32_t)item->imm;
	const enum vt_op op = vt_decode(word);
	uint32_t offset;

	if (item->reloc == FUZZ_PLAIN)
		return word;
	offset = at[item->target] - at[base_of(op, i)];
	if (op == VT_SETRPC)
		return (word & 0xFFFFF) | offset << 20;
	if (vt_row(op)->format == VT_FMT_J)
		return (word & 0xFFF) | imm_j(offset);
	return (word & ~imm_b(~UINT32_C(0))) | imm_b(offset);
}

int vt_program_words(const struct fuzz_program *p, uint32_t *code)
{
	uint32_t *at = fuzz_addresses(p, NULL);
	int n = 0;

	for (size_t i = 0; at && i < p->count; i++)
		if (!p->items[i].removed)
			code[n++] = word_of(p, i, at);
	free(at);
	return at ? n : -1;
}

/* --- the launch --------------------------------------------------------- */

void vt_program_numbers(const struct fuzz_program *p,
			uint64_t number[VT_PROGRAM_NUMBERS])
{
	const struct machine *m = &p->machine;
	const uint64_t words = fuzz_size(p), groups = m->cores;
	const uint64_t threads = (uint64_t)m->warps * m->threads;
	const uint64_t all[VT_PROGRAM_NUMBERS] = {
		VT_RANDOM_CODE, 0, groups, 1, 1, m->threads, m->warps,
		VT_RANDOM_GLOBAL, threads * VT_RANDOM_LDS_BYTES,
		VT_RANDOM_PDS_BYTES, SGPRS, VGPRS, VT_RANDOM_PRIVATE,
		VT_PROGRAM_BUFFERS,
		VT_RANDOM_CODE, VT_RANDOM_GLOBAL, VT_RANDOM_PRIVATE,
		words * 4, VT_RANDOM_GROUP_BYTES, 0,
		words * 4, groups * VT_RANDOM_GROUP_BYTES,
		groups * threads * VT_RANDOM_PDS_BYTES
	};

	memcpy(number, all, sizeof all);
}

uint32_t vt_program_data(uint32_t i)
{
	return (i * UINT32_C(2654435761)) ^ (i << 7);
}

/* --- text --------------------------------------------------------------- */

void vt_program_metadata(FILE *out, const struct fuzz_program *p)
{
	uint64_t number[VT_PROGRAM_NUMBERS];

	vt_program_numbers(p, number);
	for (size_t i = 0; i < VT_PROGRAM_NUMBERS; i++)
		fprintf(out, "%08" PRIx32 "\n%08" PRIx32 "\n",
			(uint32_t)number[i], (uint32_t)(number[i] >> 32));
}

int vt_program_contents(FILE *out, const struct fuzz_program *p)
{
	uint32_t *code = malloc(p->count * sizeof *code);
	const int words = code ? vt_program_words(p, code) : -1;

	for (int i = 0; i < words; i++)
		fprintf(out, "%08" PRIx32 "\n", code[i]);
	for (uint32_t i = 0; i < VT_RANDOM_GROUP_BYTES / 4; i++)
		fprintf(out, "%08" PRIx32 "\n", vt_program_data(i));
	free(code);
	return words < 0 ? -1 : 0;
}

int vt_program_list(FILE *out, const struct fuzz_program *p)
{
	uint32_t *code = malloc(p->count * sizeof *code);
	const int words = code ? vt_program_words(p, code) : -1;
	struct vt_prefix prefix = { 0 };
	char text[VT_TEXT];

	for (int i = 0; i < words; i++) {
		const uint32_t pc = VT_RANDOM_CODE + 4 * (uint32_t)i;

		vt_disasm(pc, code[i], prefix, text, sizeof text);
		prefix = vt_prefix_of(vt_decode(code[i]), code[i]);
		fprintf(out, "%08" PRIx32 "  %08" PRIx32 "  %s\n", pc, code[i],
			text);
	}
	free(code);
	return words < 0 ? -1 : 0;
}
