/* control.c - emits the decoder of Ventus' instructions
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "gen/derive.h"
#include "gen/ventus/ventus.h"
#include "isa/ventus/vt_isa.h"

enum { WORD = -1 };     /* a number that the word has itself */
enum { S12, S21, S12D, S1D2 };

static const struct ventus_row {
	struct control_row control;
	enum vt_op op;
	int order, funct3, fop;
} rows[] = {
#define CONTROL(id, unit, a, b, imm, alu, act, order, funct3, fop) \
	{ { ISA_INVALID, "U_" #unit, "A_" #a, "B_" #b, "I_" #imm, \
	    "ALU_" #alu, "OP_" #act }, VT_##id, order, funct3, fop },
#include "gen/ventus/control.def"
#undef CONTROL
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_there(const struct config *cfg, const struct ventus_row *r)
{
	enum vt_class class = vt_row(r->op)->class;

	return (cfg->has_sfu || r->op != VT_VFEXP_V) &&
	       (cfg->fp || class != VT_CLASS_FLOAT);
}

const struct control_row *ventus_next(const struct config *cfg,
				      const struct control_row *after)
{
	const struct ventus_row *r = after ?
		(const struct ventus_row *)(const void *)after + 1 : rows;

	while (r < rows + ROWS && !is_there(cfg, r))
		r++;
	return r < rows + ROWS ? &r->control : NULL;
}

/* The files of the fields that ORDER names as first, second and third
 * operand. */
struct files { enum vt_file first, second, third; };

static struct files files_of(const struct ventus_row *r)
{
	const struct vt_row *i = vt_row(r->op);
	enum vt_file rd = i->reads_rd ? i->rd : VT_FILE_NONE;

	switch (r->order) {
	case S21: return (struct files){ i->rs2, i->rs1, VT_FILE_NONE };
	case S12D: return (struct files){ i->rs1, i->rs2, rd };
	case S1D2: return (struct files){ i->rs1, rd, i->rs2 };
	default: return (struct files){ i->rs1, i->rs2, i->rs3 };
	}
}

static bool merges(const struct vt_row *i)
{
	return i->format == VT_FMT_MERGE_VV || i->format == VT_FMT_MERGE_VX ||
	       i->format == VT_FMT_MERGE_VI;
}

/* Writes the pattern of the instruction: 32'b, with ? for each free bit. */
static void put_pattern(struct tpl_out *out, const struct vt_row *i)
{
	tpl_printf(out, "      32'b");
	for (int bit = 31; bit >= 0; bit--) {
		uint32_t one = UINT32_C(1) << bit;

		tpl_printf(out, "%c", !(i->mask & one) ? '?' :
			   i->match & one ? '1' : '0');
		if (bit == 25 || bit == 20 || bit == 15 || bit == 12 ||
		    bit == 7)
			tpl_printf(out, "_");
	}
	tpl_printf(out, ": begin // %s\n", i->name);
}

/* Without a multiplier the divider multiplies. */
static const char *unit_of(const struct config *cfg, const char *unit)
{
	bool slow = cfg->multiplier == CONFIG_multiplier_iterative;

	return slow && strcmp(unit, "U_MULTIPLY") == 0 ? "U_DIVIDE" : unit;
}

static bool is_barrier(enum vt_op op)
{
	return op == VT_BARRIER || op == VT_BARRIERSUB;
}

/* Does the instruction wait until its warp has nothing in flight? */
static bool drains(enum vt_op op)
{
	return op == VT_FENCE || op == VT_ENDPRG || is_barrier(op);
}

/* The bits reads1, reads2, writes, drain, serial, csr, holds, bare. */
static void put_traits(struct tpl_out *out, const struct config *cfg,
		       const struct ventus_row *r)
{
	const struct vt_row *i = vt_row(r->op);
	const char *act = r->control.act;
	bool control = strcmp(r->control.unit, "U_CONTROL") == 0;
	bool csr = i->format == VT_FMT_CSR || i->format == VT_FMT_CSRI;
	bool flows = strcmp(act, "OP_BRANCH") == 0 ||
		     strcmp(act, "OP_JAL") == 0;
	struct files f = files_of(r);
	struct derived d;

	derive(cfg, &d);
	tpl_printf(out, "        {reads1, reads2, writes, drain, serial, csr, "
		   "holds, bare} = 8'b%d%d%d%d%d%d%d%d;\n", !csr && f.first,
		   f.second != VT_FILE_NONE, i->writes, drains(r->op),
		   is_barrier(r->op), csr, control && !flows,
		   control && (d.acquires || strcmp(act, "OP_FENCE") != 0));
}

/* How the address of a lane comes about: lane_place.v has the numbers. */
static int place_of(const struct vt_row *i)
{
	switch ((unsigned)i->format) {
	case VT_FMT_VLOAD:
	case VT_FMT_VSTORE: return 1;
	case VT_FMT_VLOAD_S:
	case VT_FMT_VSTORE_S: return 2;
	case VT_FMT_VLOAD_X:
	case VT_FMT_VSTORE_X: return 3;
	case VT_FMT_LOAD11:
	case VT_FMT_STORE11: return 4;
	}
	return 0;
}

/* The threads that execute an instruction, as the field "lanes" of the word has
 * them. Cores keep a register x in each lane: all lanes write it, and thread 0
 * accesses memory for the warp. */
enum lanes { LANES_ACTIVE, LANES_ALL, LANES_FIRST };

static bool accesses(const struct vt_row *i)
{
	return i->class == VT_CLASS_LOAD || i->class == VT_CLASS_STORE ||
	       i->class == VT_CLASS_ATOMIC;
}

static enum lanes lanes_of(const struct vt_row *i)
{
	if (i->threads && i->rd != VT_FILE_X)
		return LANES_ACTIVE;
	return accesses(i) ? LANES_FIRST : LANES_ALL;
}

static bool stores(const struct ventus_row *r)
{
	enum vt_class class = vt_row(r->op)->class;

	return class == VT_CLASS_STORE ||
	       (class == VT_CLASS_ATOMIC && r->op != VT_LR_W);
}

static bool is_vector(enum vt_file file)
{
	return file == VT_FILE_V;
}

/* Which registers are those of threads, and where the operands are. */
static void put_fields(struct tpl_out *out, const struct derived *d,
		       const struct ventus_row *r)
{
	const struct vt_row *i = vt_row(r->op);
	struct files f = files_of(r);
	bool v1 = is_vector(f.first), v2 = is_vector(f.second),
	     vd = is_vector(i->rd);

	if (v1 || v2 || vd)
		tpl_printf(out, "        files = 3'b%d%d%d;\n", v1, v2, vd);
	if (r->order != S12)
		tpl_printf(out, "        order = 2'd%d;\n", r->order);
	if (lanes_of(i) != LANES_ALL)
		tpl_printf(out, "        lanes = 2'd%d;\n", lanes_of(i));
	if (stores(r))
		tpl_printf(out, "        store = 1'b1;\n");
	if (i->class == VT_CLASS_ATOMIC)
		tpl_printf(out, "        atomic = 1'b1;\n");
	if (r->funct3 != WORD)
		tpl_printf(out, "        funct3 = 3'd%d;\n", r->funct3);
	if (r->funct3 != WORD && i->class == VT_CLASS_ALU)
		tpl_printf(out, "        tests = 1'b1;\n");
	if (f.third)
		tpl_printf(out, "        reads3 = 1'b1;\n");
	if (f.third == VT_FILE_X && (r->order == S12D || r->order == S1D2))
		tpl_printf(out, "        scalar3 = 1'b1;\n");
	if (place_of(i))
		tpl_printf(out, "        place = 3'd%d;\n", place_of(i));
	if (r->op == VT_VMNAND_MM || r->op == VT_VMNOR_MM)
		tpl_printf(out, "        inverts = 1'b1;\n");
	if (i->maskable)
		tpl_printf(out, "        masked = ~insn[25];\n");
	if (merges(i))
		tpl_printf(out, "        merges = 1'b1;\n");
	if (i->class == VT_CLASS_PREFIX)
		tpl_printf(out, "        prefixes = 2'd%d;\n",
			   r->op == VT_REGEXT ? 1 : 2);
	if (i->rd || i->rs1 || i->rs2)
		tpl_printf(out, "        uses = 3'b%d%d%d;\n", i->rd != 0,
			   i->rs1 != 0, i->rs2 != 0);
	if (d->many_vregs && (vd || is_vector(i->rs1) || is_vector(i->rs2)))
		tpl_printf(out, "        vectors = 3'b%d%d%d;\n", vd,
			   is_vector(i->rs1), is_vector(i->rs2));
}

static void put_float(struct tpl_out *out, const struct ventus_row *r)
{
	const struct vt_row *i = vt_row(r->op);

	if (i->class != VT_CLASS_FLOAT)
		return;
	if (i->rounds || i->threads)
		tpl_printf(out, "        rounds = 1'b1;\n");
	if (r->op == VT_VFCVT_RTZ_XU_F_V || r->op == VT_VFCVT_RTZ_X_F_V)
		tpl_printf(out, "        to_zero = 1'b1;\n");
	if (r->op == VT_VFEXP_V)
		tpl_printf(out, "        special = 1'b1;\n");
	if (r->fop != WORD)
		tpl_printf(out, "        fop = 5'd%d;\n", r->fop);
}

/* x0 asks for all threads. */
static void put_length(struct tpl_out *out, const struct ventus_row *r)
{
	if (vt_row(r->op)->class != VT_CLASS_VSET)
		return;
	tpl_printf(out, "        sets = 1'b1;\n");
	if (vt_row(r->op)->rs1)
		tpl_printf(out, "        if (~|insn[19:15]) alu = ALU_B;\n");
}

void ventus_decoder(struct tpl_out *out, const struct config *cfg)
{
	const struct control_row *next = NULL;
	struct derived d;

	derive(cfg, &d);
	while ((next = ventus_next(cfg, next))) {
		const struct ventus_row *r = (const void *)next;

		put_pattern(out, vt_row(r->op));
		tpl_printf(out, "        {unit, a_sel, b_sel, imm_sel, alu, "
			   "op}\n          = {%s, %s, %s, %s, %s, %s};\n",
			   unit_of(cfg, next->unit), next->a, next->b,
			   next->imm, next->alu, next->act);
		put_traits(out, cfg, r);
		put_fields(out, &d, r);
		put_float(out, r);
		put_length(out, r);
		tpl_printf(out, "      end\n");
	}
}
