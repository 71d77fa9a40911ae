/* machine.c - what a machine has, and what its compiler is told
 * SPDX-License-Identifier: Apache-2.0
 */
#include "machine/arch.h"
#include "machine/has.h"
#include "machine/march.h"
#include "tests/tap.h"

/* Instructions that M has. */
static uint32_t count(const struct machine *m)
{
	uint32_t n = 0;

	for (int op = 0; op < ISA_OP_COUNT; op++)
		n += machine_has_insn(m, (enum isa_op)op);
	return n;
}

static void extension(const char *name, struct machine m, enum isa_ext ext,
		      const char *letters)
{
	const struct machine none = { 0 };
	uint32_t own = 0;

	for (int op = 0; op < ISA_OP_COUNT; op++)
		own += isa_insn((enum isa_op)op)->ext == ext;
	ok(own > 0 && machine_has(&m, ext) && !machine_has(&none, ext),
	   "%s: there if it is chosen", name);
	is_u32(count(&m) - count(&none), own, "its instructions, no others");
	ok(strncmp(machine_march(&m).text, "rv32i", 5) == 0 &&
	   strcmp(machine_march(&m).text + 5, letters) == 0,
	   "%s: the compiler is told %s", name, machine_march(&m).text);
}

/* Registers f, and what computes with them. */
static void floats(void)
{
	const struct machine none = { 0 }, x = { .fp = 1 }, f = { .fp = 2 };

	ok(machine_has(&f, ISA_EXT_F) && machine_has_reg(&f, ISA_FIRST_F) &&
	   !machine_has_reg(&x, ISA_FIRST_F) &&
	   isa_reg_count(machine_files(&none)) == 32, "F has registers f");
	is_u32(count(&f) - count(&x), 4, "which four instructions are for");
	is_str(machine_march(&f).text, "rv32if", "the compiler is told f");
}

/* WANT: each name with its setting, or ! if no machine has it. */
static void lacks(struct machine m, const char *arch, const char *want)
{
	struct machine_lacks l = machine_arch_lacks(&m, arch);
	char got[400] = "";

	for (size_t i = 0; i < l.count; i++) {
		strcat(got, l.list[i].name);
		strcat(got, ":");
		strcat(got, l.list[i].setting ? l.list[i].setting : "!");
		strcat(got, ";");
	}
	is_str(got, want, arch ? arch : "no arch string");
}

static void arch(void)
{
	const struct machine none = { 0 }, x = { .fp = 1 }, f = { .fp = 2 };
	const struct machine m = { .has_m = true }, a = { .has_a = true };
	const struct machine bits = { .has_zba = true, .has_zbb = true };

	lacks(none, NULL, "");
	lacks(none, "", "");
	lacks(none, "rv64imafdc", "");
	lacks(none, "rv32", "");
	lacks(none, "rv32i", "");
	lacks(none, "rv32i2p1_zicsr2p0_zifencei2p0_zicntr2p0", "");
	lacks(none, "rv32im", "m:isa.m = true;");
	lacks(m, "rv32i2p1_m2p0_zicsr2p0_zmmul1p0", "");
	lacks(none, "rv32i2p1_m2p0_zmmul1p0", "m:isa.m = true;");
	lacks(none, "rv32i_zmmul", "m:isa.m = true;");
	lacks(a, "rv32i2p1_a2p1_zaamo1p0_zalrsc1p0", "");
	lacks(m, "rv32i2p1m2p0a2p1", "a:isa.a = true;");
	lacks(x, "rv32i2p1_f2p2_zicsr2p0", "f:isa.f = f;");
	lacks(f, "rv32i2p1_f2p2_zicsr2p0", "");
	lacks(f, "rv32i2p1_zfinx1p0", "zfinx:isa.f = zfinx;");
	lacks(x, "rv32i2p1_zfinx1p0", "");
	lacks(x, "rv32i_zfinx", "");
	lacks(none, "rv32if_zfinx", "f:isa.f = f;zfinx:isa.f = zfinx;");
	lacks(bits, "rv32i2p1_zba1p0_zbb1p0_zicond1p0",
	      "zicond:isa.zicond = true;");
	lacks(none, "rv32i_zba_zbb10p12",
	      "zba:isa.zba = true;zbb:isa.zbb = true;");
	lacks(bits, "rv32i2p1_zba1p0_zbs1p0", "zbs:!;");
	lacks(f, "rv32i2p1_f2p2_d2p2", "d:!;");
	lacks(none, "rv32i_zve32x1p0_zvl128b_zic64b1p0_xthing2p0",
	      "zve32x:!;zvl128b:!;zic64b:!;xthing:!;");
	lacks(none, "rv32i_", "");
	lacks(none, "rv32i__m_", "m:isa.m = true;");
	lacks(none, "rv32i-", "-:!;");
	lacks(none, "rv32ibcdghjklnopq",
	      "b:!;c:!;d:!;g:!;h:!;j:!;k:!;l:!;");
	lacks(none, "rv32i_z1234567890123456789012345678901234567890",
	      "z:!;");
	lacks(none, "rv32i_zabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvw",
	      "zabcdefghijklmnopqrstuvwxyzabcd:!;");
}

int main(void)
{
	const struct machine none = { 0 };
	struct machine all = { .timer = true, .fp = 2, .has_sfu = true,
			       .dispatch = true };
	char march[64] = "rv32i";

	is_str(machine_march(&none).text, "rv32i", "the least machine");
	ok(machine_has_insn(&none, ISA_ADD) && machine_has_insn(&none, ISA_BAR),
	   "it has the base and the SIMT instructions");
	ok(!machine_has_insn(&none, ISA_MUL), "and no multiplication");
#define EXT(id, name, flag, key, on, letters, doc) \
	extension(name, (struct machine){ .flag = true }, ISA_EXT_##id, \
		  letters); \
	all.flag = true;
#include "isa/exts.def"
	extension("timer", (struct machine){ .timer = true }, ISA_EXT_MACHINE,
		  "");
	extension("F in x", (struct machine){ .fp = 1 }, ISA_EXT_F, "_zfinx");
	floats();
	arch();
#define PART(id, name, flag, parameter, value, letters) \
	strcat(march, letters);
#define EXT(id, name, flag, key, on, letters, doc) strcat(march, letters);
#include "isa/exts.def"
	is_u32(count(&all), ISA_OP_COUNT, "all extensions: all instructions");
	is_str(machine_march(&all).text, march, "and all their letters");
	return tap_done();
}
