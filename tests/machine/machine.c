/* machine.c - what a machine has, and what its compiler is told
 * SPDX-License-Identifier: Apache-2.0
 */
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

	ok(machine_has(&f, ISA_EXT_F) && machine_has_f(&f) &&
	   !machine_has_f(&x) && !machine_has_f(&none), "F has registers f");
	is_u32(count(&f) - count(&x), 4, "which four instructions are for");
	is_str(machine_march(&f).text, "rv32if", "the compiler is told f");
}

int main(void)
{
	const struct machine none = { 0 };
	struct machine all = { .timer = true, .fp = 2, .has_sfu = true };
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
#define PART(id, name, flag, parameter, value, letters) \
	strcat(march, letters);
#define EXT(id, name, flag, key, on, letters, doc) strcat(march, letters);
#include "isa/exts.def"
	is_u32(count(&all), ISA_OP_COUNT, "all extensions: all instructions");
	is_str(machine_march(&all).text, march, "and all their letters");
	return tap_done();
}
