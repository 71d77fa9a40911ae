/* control.c - emits the decoder, and the names that modules share
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/control.h"

#include <string.h>

#include "gen/control_csr.h"
#include "gen/control_rows.h"
#include "gen/derive.h"
#include "gen/params.h"
#include "gen/ventus/ventus.h"
#include "isa/isa.h"

/* Without a multiplier the divider multiplies. */
static const char *unit_of(const struct config *cfg,
			   const struct control_row *row)
{
	bool slow = cfg->multiplier == CONFIG_multiplier_iterative;
	return slow && strcmp(row->unit, "U_MULTIPLY") == 0 ? "U_DIVIDE"
							    : row->unit;
}

static bool is_ventus(const struct config *cfg)
{
	return cfg->dialect == CONFIG_dialect_ventus;
}

/* Writes the localparam of V, a row of TABLE. */
static void write_param(struct tpl_out *out, const struct config *cfg,
			const struct control_value *table,
			const struct control_value *v)
{
	uint32_t bits = control_table_bits(cfg, table);

	tpl_printf(out, "  localparam [%u:0] %s = %u'd%u;\n", bits - 1,
		   v->name, bits, v->number);
}

static bool in_list(const char *name, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(name, *list) == 0)
			return true;
	return false;
}

/* Writes the localparams of the names in LIST, in the order of the tables. */
static void write_params(struct tpl_out *out, const struct config *cfg,
			 const char *const *list)
{
	for (size_t t = 0; t < CONTROL_TABLES; t++)
		for (const struct control_value *v = control_tables[t]; v->name;
		     v++)
			if (in_list(v->name, list))
				write_param(out, cfg, control_tables[t], v);
}

/* Writes the localparams of LIST, and of the units that the configuration
 * has. */
static void write_with_units(struct tpl_out *out, const struct config *cfg,
			     const char *const *list)
{
	bool fast = cfg->has_m &&
		    cfg->multiplier == CONFIG_multiplier_pipelined;
	const char *names[40] = { NULL };
	size_t n = 0;

	while (list[n]) {
		names[n] = list[n];
		n++;
	}
	if (fast)
		names[n++] = "U_MULTIPLY";
	if (cfg->has_m)
		names[n++] = "U_DIVIDE";
	if (cfg->fp) {
		names[n++] = "U_FLOAT";
		names[n] = "U_ROOT";
	}
	write_params(out, cfg, names);
}

void emit_issue_params(struct tpl_out *out, const struct config *cfg)
{
	const char *list[11] = { "U_ALU", "A_RS1", "B_THREAD0", "ALU_B" };
	size_t n = 4;
	struct derived d;

	derive(cfg, &d);
	if (d.across_twice)
		list[n++] = "ALU_ACROSS";
	if (cfg->counters && !cfg->deep)
		list[n++] = "U_MEMORY";
	if (cfg->timer) {
		list[n++] = "U_CONTROL";
		list[n++] = "B_CSR";
		list[n] = "OP_CSR";
	}
	write_params(out, cfg, list);
	control_csr_interrupt(out, cfg);
}

void emit_issue_warp_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const list[] = {
		"U_ALU", "U_CONTROL", "U_MEMORY", NULL
	};
	write_with_units(out, cfg, list);
}

void emit_execute_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const list[] = {
		"U_ALU", "U_CONTROL", "U_MEMORY", NULL
	};
	static const char *const interrupt[] = { "OP_CSR", NULL };
	static const char *const across[] = { "ALU_ACROSS", NULL };
	struct derived d;

	derive(cfg, &d);
	write_with_units(out, cfg, list);
	if (d.across)
		write_params(out, cfg, across);
	if (cfg->timer && cfg->trace_retire) {
		write_params(out, cfg, interrupt);
		control_csr_interrupt(out, cfg);
	}
}

void emit_operand_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const list[] = { "A_PC", "B_CSR", NULL };
	static const char *const ventus[] = {
		"A_RS1", "A_PC", "A_UIMM", "B_CSR", NULL
	};

	write_params(out, cfg, is_ventus(cfg) ? ventus : list);
}

void emit_lane_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const list[] = {
		"B_RS2", "B_THREAD0", "B_CSR", NULL
	};
	static const char *const known[] = { "B_RS2", "B_THREAD0", NULL };

	write_params(out, cfg, cfg->deep ? list : known);
}

void emit_control_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const ventus[] = {
		"U_CONTROL", "U_MEMORY", "OP_BRANCH", "OP_JAL", "OP_JALR",
		"OP_SPLIT", "OP_JOIN", "OP_EBREAK", "OP_CSR", "OP_SYNC", NULL
	};
	static const char *const list[] = {
		"U_CONTROL", "U_MEMORY", "OP_BRANCH", "OP_JAL", "OP_JALR",
		"OP_TMC", "OP_WSPAWN", "OP_SPLIT", "OP_JOIN", "OP_BAR",
		"OP_CLONE", "OP_EBREAK", "OP_FENCE_I", "OP_CSR", NULL
	};
	static const char *const fence[] = { "OP_FENCE", NULL };
	static const char *const blocks[] = {
		"OP_SYNC", "OP_ARRIVE", "OP_WAIT", "CAUSE_EXIT", NULL
	};
	struct derived d;

	derive(cfg, &d);
	write_params(out, cfg, d.ventus ? ventus : list);
	if (d.acquires)
		write_params(out, cfg, fence);
	if (cfg->dispatch && !d.ventus)
		write_params(out, cfg, blocks);
	control_csr_own_params(out, cfg);
	control_csr_interrupt(out, cfg);
}

void emit_trap_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const ventus[] = {
		"OP_BRANCH", "OP_JAL", "OP_JALR", "OP_SPLIT", "OP_EBREAK",
		"OP_FETCH_FAULT", "OP_ILLEGAL", "OP_SYNC", "CAUSE_FETCH",
		"CAUSE_ILLEGAL", NULL
	};
	static const char *const list[] = {
		"OP_BRANCH", "OP_JAL", "OP_JALR", "OP_TMC", "OP_WSPAWN",
		"OP_SPLIT", "OP_JOIN", "OP_BAR", "OP_CLONE", "OP_ECALL",
		"OP_FETCH_FAULT", "OP_ILLEGAL", "CAUSE_MISALIGNED",
		"CAUSE_FETCH", "CAUSE_ILLEGAL", "CAUSE_ECALL", "CAUSE_WSPAWN",
		"CAUSE_TMC", "CAUSE_CLONE", "CAUSE_JOIN", "CAUSE_SPLIT",
		"CAUSE_BARRIER", "CAUSE_BARRIER_COUNT", NULL
	};
	static const char *const blocks[] = {
		"OP_SYNC", "OP_ARRIVE", "CAUSE_TWICE", NULL
	};
	static const char *const tick[] = { "OP_CSR", NULL };

	write_params(out, cfg, is_ventus(cfg) ? ventus : list);
	if (cfg->dispatch && !is_ventus(cfg))
		write_params(out, cfg, blocks);
	if (cfg->dispatch && cfg->timer)
		write_params(out, cfg, tick);
}

void emit_end_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const list[] = { "CAUSE_HARDWARE", NULL };

	write_params(out, cfg, list);
}

void emit_record_params(struct tpl_out *out, const struct config *cfg)
{
	static const char *const ventus[] = {
		"OP_SPLIT", "OP_JOIN", "OP_EBREAK", "OP_FENCE", "OP_CSR",
		"OP_SYNC", "CAUSE_HARDWARE", NULL
	};
	static const char *const list[] = {
		"OP_SPLIT", "OP_JOIN", "OP_TMC", "OP_WSPAWN", "OP_BAR",
		"OP_EBREAK", "OP_FENCE", "OP_FENCE_I", "OP_CSR", "OP_CLONE",
		"CAUSE_HARDWARE", NULL
	};
	static const char *const blocks[] = {
		"OP_SYNC", "OP_ARRIVE", "OP_WAIT", NULL
	};

	write_params(out, cfg, is_ventus(cfg) ? ventus : list);
	if (cfg->dispatch && !is_ventus(cfg))
		write_params(out, cfg, blocks);
	control_csr_params(out, cfg);
	control_csr_interrupt(out, cfg);
}

/* Does decode.v use NAME: in a row of this configuration or by itself? */
static bool decode_uses(const struct config *cfg, const char *name)
{
	static const char *const always[] = {
		"U_CONTROL", "A_RS1", "B_IMM", "I_NONE", "ALU_B",
		"OP_EBREAK", "OP_FETCH_FAULT", "OP_ILLEGAL", "OP_CSR", NULL
	};
	const struct control_row *row = NULL;

	if (in_list(name, always) ||
	    (!is_ventus(cfg) && strcmp(name, "OP_TMC") == 0))
		return true;
	while ((row = control_next(cfg, row))) {
		const char *const used[] = {
			unit_of(cfg, row), row->a, row->b, row->imm, row->alu,
			row->act, NULL
		};
		if (in_list(name, used))
			return true;
	}
	return false;
}

void emit_decode_params(struct tpl_out *out, const struct config *cfg)
{
	for (size_t t = 0; t < CONTROL_TABLES; t++)
		for (const struct control_value *v = control_tables[t]; v->name;
		     v++)
			if (decode_uses(cfg, v->name))
				write_param(out, cfg, control_tables[t], v);
	if (control_csr_counted(cfg))
		control_csr_params(out, cfg);
}

/* Writes the pattern of INSN: 32'b, with ? for each free bit, grouped as in the
 * R format. */
static void write_pattern(struct tpl_out *out, const struct isa_insn *insn)
{
	static const int last_of_group[] = { 25, 20, 15, 12, 7, 0 };
	size_t group = 0;

	tpl_printf(out, "32'b");
	for (int bit = 31; bit >= 0; bit--) {
		uint32_t one = UINT32_C(1) << bit;
		char c = insn->match & one ? '1' : '0';
		tpl_printf(out, "%c", insn->mask & one ? c : '?');
		if (bit == last_of_group[group] && bit > 0) {
			tpl_printf(out, "_");
			group++;
		}
	}
}

static bool is_control(const struct config *cfg, const struct control_row *r)
{
	return strcmp(unit_of(cfg, r), "U_CONTROL") == 0;
}

/* Does its warp wait until R has acted? */
static bool holds_warp(const struct config *cfg, const struct control_row *r)
{
	return is_control(cfg, r) && strcmp(r->act, "OP_BRANCH") != 0 &&
	       strcmp(r->act, "OP_JAL") != 0;
}

/* Does R retire in warp control, since it has no result? */
static bool is_bare(const struct config *cfg, const struct control_row *r)
{
	struct derived d;

	derive(cfg, &d);
	return is_control(cfg, r) && strcmp(r->act, "OP_CLONE") != 0 &&
	       (d.acquires || strcmp(r->act, "OP_FENCE") != 0);
}

/* Writes the bits reads1, reads2, writes, drain, serial, csr of decode.v. An
 * instruction that may halt also reads x10, in a field that it does not use.
 * Only a CSR instruction that writes reads its source; decode.v decides
 * that. */
static void write_traits(struct tpl_out *out, const struct isa_insn *insn)
{
	bool csr = insn->class == ISA_CLASS_CSR;
	bool exits = insn->reads == ISA_READS_EXIT;

	tpl_printf(out, "%d%d%d%d%d%d", !csr && (insn->rs1 || exits),
		   insn->rs2 || (insn->rs1 && exits), insn->rd != ISA_FILE_NONE,
		   insn->waits != ISA_WAITS_NONE, insn->waits == ISA_WAITS_ALL,
		   csr);
}

/* Writes which of rs1, rs2 and rd are in the file f, if any is. */
static void write_files(struct tpl_out *out, const struct isa_insn *insn)
{
	bool one = insn->rs1 == ISA_FILE_F, two = insn->rs2 == ISA_FILE_F,
	     to = insn->rd == ISA_FILE_F;

	if (one || two || to)
		tpl_printf(out, "        files = 3'b%d%d%d;\n", one, two, to);
}

void emit_decoder(struct tpl_out *out, const struct config *cfg)
{
	const struct control_row *r = NULL;

	if (is_ventus(cfg)) {
		ventus_decoder(out, cfg);
		return;
	}
	while ((r = control_next(cfg, r))) {
		const struct isa_insn *insn = isa_insn(r->op);

		tpl_printf(out, "      ");
		write_pattern(out, insn);
		tpl_printf(out, ": begin // %s\n", insn->name);
		tpl_printf(out, "        {unit, a_sel, b_sel, imm_sel, alu, "
			   "op}\n          = {%s, %s, %s, %s, %s, %s};\n",
			   unit_of(cfg, r), r->a, r->b, r->imm, r->alu, r->act);
		tpl_printf(out, "        {reads1, reads2, writes, drain, "
			   "serial, csr, holds, bare} = 8'b");
		write_traits(out, insn);
		tpl_printf(out, "%d%d;\n", holds_warp(cfg, r), is_bare(cfg, r));
		if (cfg->fp == CONFIG_fp_f)
			write_files(out, insn);
		if (insn->class == ISA_CLASS_ATOMIC)
			tpl_printf(out, "        drain = insn_q[25];\n");
		if (insn->rounds)
			tpl_printf(out, "        {reads3, rounds} = 2'b%d1;\n",
				   insn->rs3 != ISA_FILE_NONE);
		tpl_printf(out, "      end\n");
	}
}
