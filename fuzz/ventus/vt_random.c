/* vt_random.c - random programs of Ventus
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "fuzz/ventus/vt_emit.h"
#include "fuzz/ventus/vt_fields.h"

enum { DEEPEST = 4 };   /* nested regions */

static uint32_t imm_s(uint32_t value)
{
	return (value >> 5 & 127) << 25 | (value & 31) << 7;
}

/* A number at which something changes. */
static uint32_t corner(struct program *p)
{
	static const uint32_t corners[] = {
		0, 1, UINT32_MAX, 0x80000000, 0x7FFFFFFF, 31, 32, 0xFFFF,
		0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000,
		0x7F800001, 0x007FFFFF, 0x7F7FFFFF, 0x4F000000, 0xCF000000
	};

	/* The first five are those of integers. */
	return corners[vt_below(p, vt_below(p, 4) ? 5 : sizeof corners / 4)];
}

/* Gives a register of FILE such a number in all threads, and returns it. */
static uint32_t corner_in(struct program *p, enum vt_file file)
{
	uint32_t x = vt_free_x(p), v;

	vt_load_imm(p, x, corner(p));
	if (file == VT_FILE_X)
		return x;
	v = vt_free_v(p);
	vt_put(p, VT_VMV_V_X, v, x, 0, 0);
	return v;
}

static uint32_t source(struct program *p, enum vt_file file)
{
	return file == VT_FILE_V ? vt_source_v(p) : vt_source_x(p);
}

static bool starts(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* May OP be in the program? */
static bool may(const struct program *p, enum vt_op op)
{
	const enum vt_class class = vt_row(op)->class;

	if (p->no_floats && class == VT_CLASS_FLOAT)
		return false;
	return !p->core || vt_core_has(op, (struct vt_prefix){ 0 }, p->vregs);
}

/* May a plain instruction of the program be OP? What Ventus' own sources
 * disagree about is for cores alone. */
static bool is_plain(const struct program *p, enum vt_op op)
{
	const struct vt_row *row = vt_row(op);

	if (p->core && row->class == VT_CLASS_VSET)
		return true;
	if (!may(p, op) ||
	    (row->class != VT_CLASS_ALU && row->class != VT_CLASS_MUL &&
	     row->class != VT_CLASS_DIV && row->class != VT_CLASS_FLOAT))
		return false;
	if (row->ext == VT_EXT_V)
		return p->core || (!strstr(row->name, ".mm") &&
				   !starts(row->name, "vmerge"));
	if (row->ext == VT_EXT_VF)
		return p->core ||
		       (row->rs1 != VT_FILE_X && row->rd != VT_FILE_X);
	if (row->ext == VT_EXT_EXP)
		return p->special;
	return row->ext == VT_EXT_I || row->ext == VT_EXT_M ||
	       row->ext == VT_EXT_CUSTOM ||
	       (p->core && (row->ext == VT_EXT_ZFINX ||
			    row->ext == VT_EXT_OLD));
}

/* The bit m of an instruction. On cores a fourth of them has the mask in v0. */
static uint32_t mask_bit(struct program *p)
{
	return p->core && vt_below(p, 4) == 0 ? 0 : UINT32_C(1) << 25;
}

/* Random bits for the fields without a register; a rounding mode is legal. */
static uint32_t rest_of(struct program *p, const struct vt_row *row)
{
	uint32_t rest = vt_random32(p);
	uint32_t mode = vt_below(p, 2) ? 7 : vt_below(p, 5);

	if (row->rounds)
		rest = (rest & ~(UINT32_C(7) << 12)) | mode << 12;
	if (row->maskable)
		rest = (rest & ~(UINT32_C(1) << 25)) | mask_bit(p);
	return rest;
}

/* Shall the result of ROW, a comparison, be the mask in v0? */
static bool tests(struct program *p, const struct vt_row *row)
{
	return p->core && starts(row->name, "vm") && row->threads &&
	       !starts(row->name, "vmv") && vt_below(p, 8) == 0;
}

static void plain(struct program *p)
{
	uint32_t corners = p->core && vt_below(p, 4) == 0 ?
			   1 + vt_below(p, 3) : 0;
	uint32_t rs1, rs2;
	enum vt_op op;
	const struct vt_row *row;

	do
		op = (enum vt_op)vt_below(p, VT_OP_COUNT);
	while (!is_plain(p, op));
	row = vt_row(op);
	if ((row->format == VT_FMT_VI || row->format == VT_FMT_V_I ||
	     (row->format == VT_FMT_MERGE_VI && p->core)) &&
	    may(p, VT_REGEXTI) && vt_below(p, 4) == 0) {
		uint32_t imm = vt_below(p, p->core ? 64 : 32);
		uint32_t rd = vt_free_v(p);

		rs2 = vt_free_v(p);
		/* the prefix is regexti here, so insn gets no other */
		vt_emit(p, vt_row(VT_REGEXTI)->match | (rd >> 5) << 20 |
			(row->rs2 ? rs2 >> 5 : 0) << 23 | imm << 26);
		vt_put(p, op, rd & 31, 0, rs2 & 31, vt_random32(p) | UNMASKED);
		return;
	}
	rs1 = corners & 1 && row->rs1 ? corner_in(p, row->rs1) :
	      row->class == VT_CLASS_VSET && vt_below(p, 4) == 0 ? 0 :
	      source(p, row->rs1);
	rs2 = corners & 2 && row->rs2 ? corner_in(p, row->rs2) :
	      source(p, row->rs2);
	vt_put(p, op, tests(p, row) ? 0 : row->rd == VT_FILE_V ? vt_free_v(p) :
	       p->core && vt_below(p, 16) == 0 ? 0 : vt_free_x(p), rs1, rs2,
	       rest_of(p, row));
}

/* An instruction of CLASS and EXT, or VT_INVALID if the program may have
 * none. */
static enum vt_op one_of(struct program *p, enum vt_class class,
			 enum vt_ext ext)
{
	enum vt_op all[VT_OP_COUNT];
	uint32_t count = 0;

	for (uint32_t op = 0; op < VT_OP_COUNT; op++)
		if (vt_row((enum vt_op)op)->class == class &&
		    vt_row((enum vt_op)op)->ext == ext &&
		    may(p, (enum vt_op)op))
			all[count++] = (enum vt_op)op;
	return count ? all[vt_below(p, count)] : VT_INVALID;
}

/* --- memory ------------------------------------------------------------- */

static enum vt_class load_or_store(struct program *p)
{
	return vt_below(p, 2) ? VT_CLASS_LOAD : VT_CLASS_STORE;
}

/* Copies FROM to a register other than AVOID, which it returns, by an
 * instruction of one of several classes. */
static uint32_t copy_of(struct program *p, uint32_t from, uint32_t avoid)
{
	uint32_t to, one, kind = vt_below(p, may(p, VT_AMOOR_W) ? 6 : 5);

	do
		to = vt_free_x(p);
	while (to == avoid);
	do
		one = vt_free_x(p);
	while (one == avoid);
	switch (kind) {
	case 0:
		vt_put(p, VT_ADDI, to, from, 0, 0);
		break;
	case 1:
	case 2:
		vt_load_imm(p, one, 1);
		vt_put(p, kind == 1 ? VT_MUL : VT_DIVU, to, from, one, 0);
		break;
	case 3:
		vt_put(p, VT_CSRRW, 0, from, 0,
		       (uint32_t)VT_CSR_MSCRATCH << 20);
		vt_put(p, VT_CSRRS, to, 0, 0, (uint32_t)VT_CSR_MSCRATCH << 20);
		break;
	default:
		vt_put(p, VT_SW, 0, 2, from, 0);
		if (kind == 4)
			vt_put(p, VT_LW, to, 2, 0, 0);
		else
			vt_put(p, VT_AMOOR_W, to, 2, 0, 0);
	}
	return to;
}

/* A register that has the address of the warp's region. */
static uint32_t region(struct program *p, uint32_t avoid)
{
	uint32_t kind = p->core ? vt_below(p, 8) : 2;

	return kind == 0 ? copy_of(p, 2, avoid) : kind == 1 ? REGION : 2;
}

/* A register that has the thread's address in memory WHERE: v3, v4 or v5, or a
 * copy, which active threads have. */
static uint32_t base(struct program *p, uint32_t where)
{
	uint32_t kind = p->core ? vt_below(p, 8) : 2, to = vt_free_v(p);
	uint32_t one = vt_free_x(p), how = vt_below(p, 4);

	if (kind)
		return kind == 1 ? BASES + where : 3 + where;
	if (how == 0) {
		vt_put(p, VT_VADD_VI, to, 0, 3 + where, UNMASKED);
	} else if (how == 3) {
		vt_put(p, VT_VSW12_V, 0, 3, 3 + where, 0);
		vt_put(p, VT_VLW12_V, to, 3, 0, 0);
	} else {
		vt_load_imm(p, one, 1);
		vt_put(p, how == 1 ? VT_VMUL_VX : VT_VDIVU_VX, to, one,
		       3 + where, UNMASKED);
	}
	return to;
}

/* An access of each thread to its own 64 bytes of global, 16 of local or 512
 * of private memory; v3, v4, v5 point to the middle. */
static void access_own(struct program *p, bool load)
{
	uint32_t where = vt_below(p, may(p, VT_VLW_V) ? 3 : 2);
	enum vt_op op = one_of(p, load ? VT_CLASS_LOAD : VT_CLASS_STORE,
			       where == 2 ? VT_EXT_PRIVATE : VT_EXT_MEM12);
	uint32_t size = vt_access_bytes(op);
	uint32_t room = where == 0 ? 64 : where == 1 ? 16 : 512;
	uint32_t imm = vt_below(p, room / size) * size - room / 2;
	uint32_t value = vt_source_v(p);

	if (load)
		vt_put(p, op, vt_free_v(p), base(p, where), 0, imm << 20);
	else
		vt_put(p, op, 0, base(p, where), value, imm_s(imm));
}

/* An access of V to the 2 KiB region of the warp at x2. */
static void access_region(struct program *p)
{
	enum vt_op op = one_of(p, load_or_store(p), VT_EXT_V);
	uint32_t stride = vt_free_x(p), at;
	bool strided;

	if (op == VT_INVALID)
		return;
	strided = vt_row(op)->format == VT_FMT_VLOAD_S ||
		  vt_row(op)->format == VT_FMT_VSTORE_S;
	if (strided)
		vt_put(p, VT_ADDI, stride, 0, 0, vt_below(p, 16) * 4 << 20);
	at = region(p, stride);
	vt_put(p, op, vt_row(op)->writes ? vt_free_v(p) :
	       p->core ? vt_source_v(p) : 8 + vt_below(p, 24), at,
	       strided ? stride :
	       p->core && vt_below(p, 4) == 0 ? OFFSETS : 6, mask_bit(p));
}

static void access_scalar(struct program *p)
{
	enum vt_ext ext = p->core && vt_below(p, 8) == 0 ? VT_EXT_OLD :
							   VT_EXT_I;
	enum vt_op op = one_of(p, load_or_store(p), ext);
	uint32_t size = vt_access_bytes(op);
	uint32_t imm = vt_below(p, 512 / size) * size;
	uint32_t at = region(p, 0);

	if (vt_row(op)->class == VT_CLASS_LOAD)
		vt_put(p, op, vt_free_x(p), at, 0, imm << 20);
	else
		vt_put(p, op, 0, at, vt_source_x(p), imm_s(imm));
}

/* An atomic instruction. Behind lr.w there is an sc.w, and in between there
 * may be an access that ends the reservation. */
static void atomic(struct program *p)
{
	enum vt_op op = one_of(p, VT_CLASS_ATOMIC, VT_EXT_A);

	if (op == VT_INVALID)
		return;
	vt_put(p, op, vt_free_x(p), region(p, 0),
	       op == VT_LR_W ? 0 : vt_source_x(p), 0);
	if (op != VT_LR_W)
		return;
	if (vt_below(p, 2))
		access_scalar(p);
	vt_put(p, VT_SC_W, vt_free_x(p), p->core && vt_below(p, 2) ? REGION : 2,
	       vt_source_x(p), 0);
}

/* --- CSRs --------------------------------------------------------------- */

static const enum vt_op csr_ops[] = { VT_CSRRW, VT_CSRRS, VT_CSRRC, VT_CSRRWI,
				      VT_CSRRSI, VT_CSRRCI };

/* A register for the value of a CSR: Ventus' own sources disagree about
 * prefixes in front of a CSR instruction. */
static uint32_t result_x(struct program *p)
{
	return p->core ? vt_free_x(p) : 8 + vt_below(p, 24);
}

/* Reads and writes the CSR at ADDRESS in one of six ways. */
static void change(struct program *p, uint32_t address)
{
	enum vt_op op = csr_ops[vt_below(p, 6)];
	uint32_t rd = result_x(p);
	uint32_t rs1 = p->core ? vt_source_x(p) : 8 + vt_below(p, 24);

	vt_put(p, op, p->core && vt_below(p, 4) == 0 ? 0 : rd, rs1, 0,
	       address << 20 | vt_below(p, 32) << 15);
}

/* Changes frm, or it and fflags, to a mode that is legal: sets bits of 0,
 * clears bits, or writes it. */
static void change_mode(struct program *p)
{
	bool both = p->core && vt_below(p, 2);
	uint32_t address = (uint32_t)(both ? VT_CSR_FCSR : VT_CSR_FRM) << 20;
	uint32_t x = vt_free_x(p), mode = vt_below(p, 5), how = vt_below(p, 4);

	if (!p->core || how == 0) {
		vt_put(p, VT_CSRRWI, result_x(p), 0, 0, address | mode << 15);
		return;
	}
	vt_load_imm(p, x, both ? mode << 5 | vt_below(p, 32) : mode);
	if (how == 1)
		vt_put(p, VT_CSRRWI, 0, 0, 0, address);
	vt_put(p, how == 1 ? VT_CSRRS : how == 2 ? VT_CSRRC : VT_CSRRW,
	       vt_free_x(p), x, 0, address);
}

static void csr(struct program *p)
{
	static const uint32_t readable[] = {
		VT_CSR_TID, VT_CSR_NUMW, VT_CSR_NUMT, VT_CSR_KNL, VT_CSR_WID,
		VT_CSR_LDS, VT_CSR_GIDX, VT_CSR_GIDY, VT_CSR_GIDZ, VT_CSR_RPC,
		VT_CSR_PDS, VT_CSR_VLENB, VT_CSR_MHARTID, VT_CSR_VL,
		VT_CSR_VTYPE
	};
	/* They keep what is written; rpc is set anew in front of branches. */
	static const uint32_t kept[] = {
		VT_CSR_MSTATUS, VT_CSR_MTVEC, VT_CSR_MSCRATCH, VT_CSR_PRINT,
		VT_CSR_RPC
	};
	const uint32_t count = sizeof readable / sizeof *readable;
	const uint32_t others = p->core ? 0 : 5;        /* for cores alone */
	uint32_t kind = vt_below(p, 4);

	if (!p->no_floats && kind == 0)
		change(p, VT_CSR_FFLAGS);
	else if (!p->no_floats && kind == 1)
		change_mode(p);
	else if (p->core && kind == 2)
		change(p, kept[vt_below(p, sizeof kept / sizeof *kept)]);
	else
		vt_put(p, VT_CSRRS, result_x(p), 0, 0,
		       readable[vt_below(p, count - others)] << 20);
}

/* --- regions, loops, calls ---------------------------------------------- */

static void items(struct program *p, uint32_t count);

/* Sets rpc to a place that patch_rpc tells: the words of auipc and setrpc. */
struct place { uint32_t pc, rpc; };

static struct place open_region(struct program *p)
{
	uint32_t x = p->core && vt_below(p, 4) == 0 ? RPC : 6;
	struct place here;

	vt_put(p, VT_AUIPC, x, 0, 0, 0);
	here.pc = p->at - 1;
	vt_put(p, VT_SETRPC, p->core && vt_below(p, 4) == 0 ? vt_free_x(p) : 0,
	       x, 0, 0);
	here.rpc = p->at - 1;
	return here;
}

static void patch_rpc(struct program *p, struct place here, uint32_t target)
{
	vt_patch(p, here.rpc, (target - here.pc) * 4 << 20);
}

static enum vt_op vector_branch(struct program *p)
{
	enum vt_op op;

	do
		op = one_of(p, VT_CLASS_VBRANCH, VT_EXT_CUSTOM);
	while (op == VT_JOIN);
	return op;
}

/* Zero, offsets, or any; on cores also such that threads part evenly. */
static uint32_t branch_operand(struct program *p)
{
	if (p->core && vt_below(p, 3) == 0)
		return vt_below(p, 2) ? ODD : THREAD;
	return vt_below(p, 3) ? vt_source_v(p) : vt_below(p, 2) ? 0 : 6;
}

static void if_else(struct program *p, uint32_t count)
{
	struct place here = open_region(p);
	uint32_t branch, jump, a, b;
	enum vt_op op = vector_branch(p);

	/* What it compares may have just been made. */
	for (uint32_t i = p->core ? vt_below(p, 3) : 0; i > 0; i--)
		vt_below(p, 4) ? plain(p) : access_own(p, true);
	a = branch_operand(p);
	b = branch_operand(p);
	vt_put(p, op, 0, a, b, 0);
	branch = p->at - 1;
	items(p, count / 2);
	jump = p->at;
	vt_emit(p, vt_row(VT_JAL)->match);
	vt_patch(p, branch, imm_b((p->at - branch) * 4));
	if (vt_below(p, 2))
		items(p, count / 2);
	vt_patch(p, jump, imm_j((p->at - jump) * 4));
	patch_rpc(p, here, p->at);
	vt_emit(p, vt_row(VT_JOIN)->match);
}

/* Each thread does the items 1 to 4 times. */
static void thread_loop(struct program *p, uint32_t count)
{
	struct place here;
	uint32_t top, branch;

	if (p->in_loop)
		return;
	p->in_loop = true;
	vt_put(p, VT_VAND_VI, 7, 0, vt_free_v(p), 3U << 15 | UNMASKED);
	vt_put(p, VT_VADD_VI, 7, 0, 7, 1U << 15 | UNMASKED);
	top = p->at;
	items(p, count);
	vt_put(p, VT_VADD_VI, 7, 0, 7, 31U << 15 | UNMASKED);
	here = open_region(p);
	branch = p->at;
	vt_put(p, VT_VBNE, 0, 2, 7, 0);
	vt_patch(p, branch, imm_b((top - branch) * 4));
	patch_rpc(p, here, p->at);
	vt_emit(p, vt_row(VT_JOIN)->match);
	p->in_loop = false;
}

static void warp_loop(struct program *p, uint32_t count)
{
	uint32_t top;

	vt_put(p, VT_ADDI, 7, 0, 0, (1 + vt_below(p, 3)) << 20);
	top = p->at;
	for (uint32_t i = 0; i < count; i++)
		plain(p);
	vt_put(p, VT_ADDI, 7, 7, 0, 0xFFFU << 20);
	vt_put(p, VT_BNE, 0, 7, 0, imm_b((top - p->at) * 4));
}

/* A branch of the warp over some items. */
static void skip(struct program *p)
{
	uint32_t branch, same = vt_source_x(p);

	vt_put(p, one_of(p, VT_CLASS_BRANCH, VT_EXT_I), 0, same,
	       vt_below(p, 4) ? vt_source_x(p) : same, 0);
	branch = p->at - 1;
	for (uint32_t i = vt_below(p, 4); i > 0; i--)
		plain(p);
	vt_patch(p, branch, imm_b((p->at - branch) * 4));
}

/* A call of a function that stands in the way. */
static void call(struct program *p)
{
	uint32_t over = p->at, entry, back;
	uint32_t link = p->core && vt_below(p, 4) == 0 ? LINK : 1;

	vt_emit(p, vt_row(VT_JAL)->match);
	entry = p->at;
	for (uint32_t i = p->core ? vt_below(p, 4) : 3; i > 0; i--)
		plain(p);
	back = p->core && vt_below(p, 4) == 0 ? copy_of(p, link, 0) : link;
	vt_put(p, VT_JALR, p->core && vt_below(p, 4) == 0 ? vt_free_x(p) : 0,
	       back, 0, 0);
	vt_patch(p, over, imm_j((p->at - over) * 4));
	vt_put(p, VT_JAL, link, 0, 0, 0);
	vt_patch(p, p->at - 1, imm_j((entry - (p->at - 1)) * 4));
}

/* A barrier or a fence. Ventus' own sources disagree about barriersub. */
static enum vt_op meeting(struct program *p)
{
	if (vt_below(p, 4) == 0)
		return VT_FENCE;
	return p->core && vt_below(p, 4) == 0 ? VT_BARRIERSUB : VT_BARRIER;
}

static void item(struct program *p, uint32_t count)
{
	uint32_t kind = vt_below(p, 32);

	if (kind == 0 && p->depth < DEEPEST && count > 3) {
		p->depth++;
		if_else(p, count);
		p->depth--;
	} else if (kind == 1 && p->depth < DEEPEST && count > 3) {
		p->depth++;
		thread_loop(p, count);
		p->depth--;
	} else if (kind == 2 && count > 3) {
		warp_loop(p, 3);
	} else if (kind == 3) {
		call(p);
	} else if (kind == 4 && p->depth == 0) {
		vt_put(p, meeting(p), 0, 0, 0, vt_below(p, 32) << 15);
	} else if (kind < 8) {
		access_own(p, true);
	} else if (kind < 11) {
		access_own(p, false);
	} else if (kind < 13) {
		access_region(p);
	} else if (kind < 15) {
		access_scalar(p);
	} else if (kind == 15) {
		atomic(p);
	} else if (kind == 16) {
		csr(p);
	} else if (kind == 17) {
		skip(p);
	} else {
		plain(p);
	}
}

static void items(struct program *p, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		item(p, count);
}

static void prologue_of_core(struct program *p)
{
	vt_put(p, VT_VXOR_VV, 0, 10, 11, UNMASKED);
	vt_put(p, VT_ADDI, REGION, 2, 0, 0);
	vt_put(p, VT_VADD_VI, OFFSETS, 0, 6, UNMASKED);
	for (uint32_t i = 0; i < 3; i++)
		vt_put(p, VT_VADD_VI, BASES + i, 0, 3 + i, UNMASKED);
	vt_put(p, VT_VID_V, THREAD, 0, 0, UNMASKED);
	vt_put(p, VT_VAND_VI, ODD, 0, THREAD, 1U << 15 | UNMASKED);
}

static void prologue(struct program *p)
{
	vt_emit(p, 0x02000E93);    /* li x29, 32 */
	vt_emit(p, 0x0D0EFED7);    /* vsetvli x29, x29, e32, m1, ta, ma */
	vt_put(p, VT_LUI, 29, 0, 0, 2U << 12);
	vt_put(p, VT_CSRRS, 29, 29, 0, (uint32_t)VT_CSR_MSTATUS << 20);
	vt_load_imm(p, 8, VT_RANDOM_GLOBAL);
	vt_put(p, VT_CSRRS, 14, 0, 0, (uint32_t)VT_CSR_WGID << 20);
	vt_load_imm(p, 15, VT_RANDOM_GROUP_BYTES);
	vt_put(p, VT_MUL, 14, 14, 15, 0);
	vt_put(p, VT_ADD, 8, 8, 14, 0);
	vt_put(p, VT_CSRRS, 9, 0, 0, (uint32_t)VT_CSR_WID << 20);
	vt_put(p, VT_SLLI, 9, 9, 0, 11U << 20);
	vt_put(p, VT_ADD, 2, 8, 9, 0);
	vt_put(p, VT_CSRRS, 10, 0, 0, (uint32_t)VT_CSR_TID << 20);
	vt_put(p, VT_VID_V, 8, 0, 0, UNMASKED);
	vt_put(p, VT_VADD_VX, 9, 10, 8, UNMASKED);
	vt_put(p, VT_VSLL_VI, 3, 0, 9, 6U << 15 | UNMASKED);
	vt_load_imm(p, 11, VT_RANDOM_GLOBAL + 0x8000 + 32);
	vt_put(p, VT_ADD, 11, 11, 14, 0);
	vt_put(p, VT_VADD_VX, 3, 11, 3, UNMASKED);
	vt_put(p, VT_CSRRS, 12, 0, 0, (uint32_t)VT_CSR_LDS << 20);
	vt_put(p, VT_VSLL_VI, 4, 0, 9, 4U << 15 | UNMASKED);
	vt_put(p, VT_VADD_VX, 4, 12, 4, UNMASKED);
	vt_put(p, VT_VADD_VI, 4, 0, 4, 8U << 15 | UNMASKED);
	vt_load_imm(p, 13, 256);
	vt_put(p, VT_VMV_V_X, 5, 13, 0, 0);
	vt_put(p, VT_VSLL_VI, 6, 0, 8, 2U << 15 | UNMASKED);
	for (uint32_t i = 8; i < (p->core ? LINK : 64); i++)
		vt_load_imm(p, i, vt_random32(p));
	for (uint32_t i = 10; i < 40; i++) {
		vt_put(p, VT_VMUL_VX, i, vt_free_x(p), 9, UNMASKED);
		vt_put(p, VT_VXOR_VX, i, vt_free_x(p), i, UNMASKED);
	}
	if (p->core)
		prologue_of_core(p);
}

uint32_t vt_random(const struct vt_random *r, uint32_t *code)
{
	struct program p = { .state = r->seed * 2 + 1, .core = r->core,
			     .vregs = r->vregs, .special = r->special,
			     .no_floats = r->no_floats, .code = code };

	const bool traps = r->core && r->traps && r->seed % 4 == 3;
	const uint32_t last = traps ? vt_below(&p, r->length) : 0;

	prologue(&p);
	for (uint32_t n = r->length; n > 0; n--) {
		item(&p, 12);
		if (traps && n - 1 == last)
			vt_trap(&p);
	}
	vt_emit(&p, vt_row(VT_ENDPRG)->match);
	return p.at <= VT_RANDOM_WORDS ? p.at : 0;
}
