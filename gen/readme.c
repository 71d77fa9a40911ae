/* readme.c - writes README.md of an emitted tree, for its user
 * SPDX-License-Identifier: Apache-2.0
 *
 * A tree is used without warpwright's documents. So the README repeats the
 * rules of the buses (doc/bus.md) and the memory map (doc/machine.md) in
 * brief.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "gen/emitters.h"
#include "gen/manifest.h"
#include "isa/isa.h"

/* The least local memory, in bytes, that holds a thread's stack. */
enum { LOCAL_STACK = 512 };

/* Writes the extensions, such as "MF with Zicsr, Zba": those of one letter
 * first. Parts without letters that are no parameter of isa are left out
 * here. */
static void write_extensions(struct tpl_out *out, const struct config *cfg)
{
#define PART(id, name, flag, parameter, value, letters) \
	if (cfg->flag && isalpha(letters[0])) \
		tpl_printf(out, "%c", toupper(letters[0]));
#define EXT(id, name, flag, ...) \
	if (cfg->flag && !name[1]) \
		tpl_printf(out, "%s", name);
#include "isa/exts.def"
	tpl_printf(out, " with Zicsr");
#define PART(id, name, flag, parameter, value, letters) \
	if (cfg->flag && name[1] && !isalpha(letters[0]) && \
	    strncmp(parameter, "isa.", 4) == 0) \
		tpl_printf(out, ", %s", name);
#define MARCH(flag, parameter, value, letters) \
	if (cfg->flag) \
		tpl_printf(out, ", %c%s", toupper(letters[1]), letters + 2);
#define EXT(id, name, flag, ...) \
	if (cfg->flag && name[1]) \
		tpl_printf(out, ", %s", name);
#include "isa/exts.def"
}

static void write_introduction(struct tpl_out *out, const struct tree *tree)
{
	const struct config *cfg = tree->cfg;
	struct derived d;

	derive(cfg, &d);
	tpl_printf(out, "# %s\n\n", cfg->prefix);
	if (cfg->cores > 1)
		tpl_printf(out, "%" PRIu32 " SIMT cores, RV32I", cfg->cores);
	else
		tpl_printf(out, "A SIMT core, RV32I");
	write_extensions(out, cfg);
	tpl_printf(out, ", emitted by "
		   "warpwright: %s%" PRIu32 " warp%s of %" PRIu32 " thread%s "
		   "on %" PRIu32 " lane%s. The top module is `%s`.\n",
		   cfg->cores > 1 ? "each of " : "", cfg->warps,
		   cfg->warps > 1 ? "s" : "", cfg->threads,
		   cfg->threads > 1 ? "s" : "", d.lanes,
		   d.lanes > 1 ? "s" : "", tree->top);
}

static void write_files(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "\n## Files\n\n| file | |\n|---|---|\n"
		   "| rtl/*.v | the design, Verilog-2005 |\n");
	if (tree->testbench)
		tpl_printf(out, "| tb/*.v | the test bench |\n");
	for (size_t i = 0; i < tree->count; i++)
		if (tree->files[i].doc)
			tpl_printf(out, "| %s | %s |\n", tree->files[i].name,
				   tree->files[i].doc);
}

static void write_use(struct tpl_out *out, const char *prefix, const char *top)
{
	tpl_printf(out, "\n## Use\n\n"
		   "    verilator --lint-only -Wall --top-module %s -F %s.f\n"
		   "    yosys -s %s.ys\n"
		   "    vivado -mode batch -source vivado.tcl\n"
		   "    fusesoc --cores-root . run --target=lint %s\n\n"
		   "In Quartus, add %s.qip to the project. Regenerate with "
		   "`warpwright gen config.toml -o DIR`;\n"
		   "every file is written anew.\n", top, prefix, prefix, top,
		   prefix);
}

/* Describes how to run a program. */
static void write_bench(struct tpl_out *out, const struct tree *tree)
{
	if (!tree->testbench)
		return;
	tpl_printf(out, "\n## The test bench\n\n"
		   "`tb/%s_tb.v` puts RAM and a console around `%s`, runs a "
		   "program and checks its exit code:\n\n"
		   "    warpwright image config.toml -o prog.hex prog.elf\n"
		   "    make -C tb icarus IMAGE=$PWD/prog.hex\n"
		   "    make -C tb verilator IMAGE=$PWD/prog.hex "
		   "ARGS=\"+random=1 +latency=20\"\n"
		   "    fusesoc --cores-root . run --target=sim %s "
		   "--image=$PWD/prog.hex\n\n"
		   "\"A memory image\" below makes prog.elf. The verdict is a "
		   "line: `pass: exit code 0 after N cycles`, or\n`FAIL:` and "
		   "why; `make` fails with it. The bench also checks rules of "
		   "the bus.\nThe head of `tb/%s_tb.v` has "
		   "the options of a run.\n", tree->cfg->prefix, tree->top,
		   tree->top, tree->cfg->prefix);
}

static void write_host(struct tpl_out *out, const struct config *cfg)
{
	static const char rst[] = "`rst` is synchronous, active high for two "
		"cycles or more. The core then clears its\nregisters";

	tpl_printf(out, "\n## Clock, reset, host\n\n");
	if (cfg->dispatch) {
		tpl_printf(out, "%s. A trap ends its launch, whose result has "
			   "it. After a failed access\n`fault_valid` is 1, "
			   "`fault_cause` %d, `fault_tval` the address, and "
			   "nothing runs until a\nreset.\n",
			   rst, ISA_CAUSE_HARDWARE_ERROR);
		return;
	}
	tpl_printf(out, "%s and warp 0 starts at 0x%08" PRIx32 ". `done` is 1 "
		   "when no warp is active any\nmore; `exit_code` is then x10 "
		   "of the lowest active thread of the warp that halted\nlast. "
		   "`fault_valid` and `fault_warp`, `fault_pc`, `fault_cause`, "
		   "`fault_tval` hold the\nfirst trap since reset.\n",
		   rst, cfg->reset_pc);
}

static const char simple_bus[] =
	"\n## Buses\n\n"
	"`ibus` fetches instructions, `dbus` loads and stores. Both have valid "
	"and ready on\nthe rising edge of `clk`; ready may depend on valid.\n\n"
	"* A request, once valid, is held unchanged until it is accepted; "
	"so is a response.\n"
	"* Accesses take effect in the order in which they are accepted.\n"
	"* Responses come one cycle after acceptance or later.\n"
	"* `rsp_error` says that the access failed.\n"
	"* The core may fetch ahead of what it executes, inside RAM only.\n";

static const char ibus_words[] =
	"* `ibus` reads words. Responses are always taken, and come in order "
	"for equal tags.\n";

static const char dbus_words[] =
	"* `dbus` reads and writes bytes of one bus word: `dbus_req_strb` has "
	"them, in place.\n  Each read and write has a response, in any "
	"order; tags in flight are unique.\n";

static const char ibus_lines[] =
	"* `ibus` reads lines: one request, `len` + 1 response beats, lowest "
	"address first.\n  Beats of different ids may interleave; ids in "
	"flight are unique.\n";

static const char dbus_lines[] =
	"* `dbus` reads lines: one request, `len` + 1 response beats, lowest "
	"address first.\n  Beats of different ids may interleave; ids of "
	"reads in flight are unique.\n"
	"* `dbus` writes `len` + 1 beats in a row, addresses counting up, "
	"`last` with the last\n  one. A write has one response. Writes have "
	"one id and get their responses in order.\n";

static const char axi[] =
	"\n## Bus\n\n"
	"One AXI4 master, `m_axi_*`, for both caches: INCR bursts of full "
	"beats within a\ncache line, no exclusive accesses.\n\n"
	"* The highest bit of an id is 1 for instructions; ids of reads in "
	"flight are unique.\n"
	"* Writes have one id. Write data may come before, with or after their "
	"address.\n"
	"* No line is read while a write to it has no response.\n"
	"* SLVERR and DECERR say that the access failed.\n";

static const char axi_l2[] =
	"\n## Bus\n\n"
	"One AXI4 master, `m_axi_*`, behind the second-level cache: INCR "
	"bursts of a line in\nfull beats, single beats for the console, no "
	"exclusive accesses.\n\n";

static const char axi_channels[] =
	"\n## Bus\n\n"
	"AXI4 masters behind the second-level cache, one for each channel: "
	"`m_axi_*`,\n`m1_axi_*` and so on. INCR bursts of a line in full "
	"beats, single beats for the console,\nno exclusive accesses.\n\n"
	"* A line is on the channel of its bank: the low bits of the number of "
	"the bank. The bank is\n  the exclusive or of all digits of the number "
	"of the line in RAM, each as wide as the number\n  of a bank. The "
	"console is on channel 0.\n";

static const char axi_bank[] =
	"* Ids of reads in flight are unique. Writes have the id 0.\n";

static const char axi_banks[] =
	"* The high bits of an id are the bank. Ids of reads in flight are "
	"unique. Writes of a\n  bank have one id, whose other bits are 0.\n";

static const char axi_l2_rest[] =
	"* A line is written with the strobes of its dirty bytes. Write data "
	"may come before,\n  with or after their address.\n"
	"* No line is read while a write to it has no response.\n"
	"* SLVERR or DECERR on a read fails the accesses that wait for the "
	"line; on a write\n  it stops all cores.\n";

static void write_text(struct tpl_out *out, const char *text)
{
	tpl_write(out, text, strlen(text));
}

/* Describes the performance counters, which the host reads on perf_value. */
static void write_counters(struct tpl_out *out, const struct config *cfg)
{
	uint32_t last = ISA_COUNTERS - 1;

	if (!cfg->counters)
		return;
	if (cfg->selected)
		last = ISA_COUNTER_FIRST + cfg->selected - 1;
	tpl_printf(out, "\n## Performance counters\n\n`perf_select` = K shows "
		   "mhpmcounterK on `perf_value`: within 64 cycles, within 4 "
		   "once\n`done` is 1. That of a part that the core lacks "
		   "is 0.%s", cfg->cores > 1 ? " `perf_value` has "
		   "64 bits for each core, core 0 in the lowest." : "");
	if (cfg->selected) {
		tpl_printf(out, " K is %d to %" PRIu32 "; the program selects "
			   "what each counts by mhpmeventK.\n",
			   ISA_COUNTER_FIRST, last);
		return;
	}
	tpl_printf(out, "\n\n| perf_select | event | one count is |\n"
		   "|---:|---|---|\n");
	for (size_t i = 0; isa_event_row(i); i++) {
		const struct isa_event *e = isa_event_row(i);

		if (e->number <= last)
			tpl_printf(out, "| %" PRIu32 " | %s | %s |\n",
				   e->number, e->name, e->doc);
	}
}

/* Describes how to make a memory image from a C program. */
static void write_image(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "\n## A memory image\n\n    ww-cc -march=");
	write_march(out, cfg);
	tpl_printf(out, " --ram-base=0x%08" PRIx32 " --ram-size=0x%" PRIx32
		   " \\\n      --core-threads=%" PRIu32 " --warp-threads=%"
		   PRIu32, cfg->ram_base, cfg->ram_size,
		   config_harts(cfg), cfg->threads);
	if (cfg->smem_base != CONFIG_SMEM)
		tpl_printf(out, " --smem-base=0x%08" PRIx32, cfg->smem_base);
	if (cfg->const_size)
		tpl_printf(out, " \\\n      --const-base=0x%08" PRIx32
			   " --const-size=0x%" PRIx32, cfg->const_base,
			   cfg->const_size);
	if (cfg->local_size >= LOCAL_STACK)
		tpl_printf(out, " --local-size=%" PRIu32, cfg->local_size);
	tpl_printf(out, " -o prog.elf prog.c\n"
		   "    riscv64-unknown-elf-objcopy -O binary prog.elf "
		   "prog.bin\n"
		   "    od -An -v -tx4 -w%" PRIu32 " prog.bin | awk '{ for (i "
		   "= NF; i; i--) printf \"%%s\", $i; print \"\" }' > "
		   "prog.hex\n\n"
		   "`ww-cc` comes with warpwright. The first byte of prog.bin "
		   "belongs at 0x%08" PRIx32 ", where RAM begins;\nthe rest of "
		   "RAM must be zero. prog.hex has a word of the data bus, %"
		   PRIu32 " bits, in each line, for\n`$readmemh` into a memory "
		   "of such words.\n", cfg->bus_width / 8, cfg->ram_base,
		   cfg->bus_width);
	if (cfg->reset_pc != cfg->ram_base)
		tpl_printf(out, "The core starts at 0x%08" PRIx32 ": link the "
			   "program's `_start` there.\n", cfg->reset_pc);
}

static void write_buses(struct tpl_out *out, const struct config *cfg)
{
	struct derived d;

	derive(cfg, &d);
	if (d.axi) {
		write_text(out, cfg->channels > 1 ? axi_channels :
			   d.l2 ? axi_l2 : axi);
		if (d.l2) {
			write_text(out, d.l2_many_banks ? axi_banks : axi_bank);
			write_text(out, axi_l2_rest);
		}
		return;
	}
	write_text(out, simple_bus);
	write_text(out, d.icache ? ibus_lines : ibus_words);
	write_text(out, d.dcache ? dbus_lines : dbus_words);
}

static void write_ports(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "\n## Ports\n\n| port | direction | bits | |\n"
		   "|---|---|---:|---|\n"
		   "| clk | in | 1 | everything is on its rising edge |\n"
		   "| rst | in | 1 | synchronous |\n");
	port_rows(out, cfg);
}

static void write_memory_map(struct tpl_out *out, const struct config *cfg)
{
	struct config_area area;

	tpl_printf(out, "\n## Memory map\n\n| from | to | |\n|---|---|---|\n");
	for (size_t i = 0; config_area(cfg, i, &area); i++)
		tpl_printf(out, "| 0x%08" PRIx32 " | 0x%08" PRIx32 " | %s |\n",
			   area.first, area.last, area.doc);
	tpl_printf(out, "\nThe core traps accesses to other addresses; they "
		   "never reach a bus.\n");
}

static void write_csrs(struct tpl_out *out, const struct config *cfg)
{
	const struct isa_csr *csr;

	tpl_printf(out, "\n## CSRs\n\nWriting one that is read only is an "
		   "illegal instruction.%s%s\n\n"
		   "| address | name | access | value |\n|---|---|---|---|\n",
		   cfg->counters ? "" : " There are no performance counters: "
		   "mhpmcounter3 to 31 and\ntheir copies read zero.",
		   cfg->timer ? "" : "\nThere is no timer: mtick, mstatus, "
		   "mtvec and mepc are zero, writes change nothing.");
	for (size_t i = 0; (csr = isa_csr_row(i)); i++)
		if ((cfg->counters || !isa_csr_counter(csr->address)) &&
		    (cfg->selected || !isa_csr_selects(csr->address)) &&
		    (cfg->dispatch || !isa_csr_blocks(csr->address)) &&
		    (cfg->fp || !isa_csr_floats(csr->address)))
			tpl_printf(out, "| 0x%03" PRIX32 " | %s | %s | %s |\n",
				   csr->address, csr->name,
				   csr->writable ? "read, write" : "read",
				   csr->doc);
}

static const char launches[] =
	"\n## Launches\n\n"
	"After reset no warp runs. The host gives the core launches, each in a "
	"slot: a grid of blocks\nof threads.\n\n"
	"1. It writes the ten words of a launch into a slot that is not "
	"busy, a word in a cycle\n   (`launch_write`, `launch_where` = "
	"{slot, word}, `launch_strb`, `launch_data`). Words stay.\n"
	"2. It rings: a cycle of `launch_ring` with `launch_slot`.\n"
	"3. Later the slot's bit of `launch_done` is 1. The host reads words "
	"10 to 15: `launch_word`\n   shows that of `launch_read`, in the same "
	"cycle.\n"
	"4. A cycle with the slot's bit of `launch_ack` frees the slot. One "
	"with that of\n   `launch_abort` ends a launch early.\n\n"
	"`done` is 1 while `launch_more` is 0 and all launches are done. "
	"`exit_code` is 0: each launch\nhas a result of its own.\n\n";

static const char registers[] =
	"\n## Launches\n\n"
	"After reset no warp runs. The host gives the core launches, each in a "
	"slot: a grid of blocks\nof threads. It does so by registers behind "
	"AXI4-Lite (`s_axi_*`); `sw/warpwright_host.h` has\ntheir numbers.\n\n"
	"1. It writes the ten words of a launch into a slot that is not busy: "
	"word N of slot S is at\n   0x400 + 64 S + 4 N. Words stay.\n"
	"2. It writes S to DOORBELL.\n"
	"3. Later the slot's bit of DONE is 1, and `irq`, if IRQ_ENABLE has "
	"the bit. The host reads\n   words 10 to 15.\n"
	"4. A write of the slot's bit to ACK frees the slot. One to ABORT ends "
	"a launch early.\n\n"
	"An access has no effect, and SLVERR as its response, if there is no "
	"such register, or it cannot\nbe written; so has a doorbell, or a "
	"write of a word, if the slot is busy, and in a device that is\nbeing "
	"reset, has stopped, or has failed. Bytes that are not strobed keep "
	"their value.\n\n"
	"CONTROL.STOP ends the run: caches are written back, then `done` and "
	"STATUS.STOPPED are 1.\nCONTROL.RESET cuts all launches first, and "
	"resets the device after that.\n\n";

/* Writes the row of BITS bits from LOW on of a launch's WORD. */
static void write_bits(struct tpl_out *out, int word, int low, int bits,
		       const char *doc)
{
	tpl_printf(out, "| %d | ", word);
	if (bits > 1)
		tpl_printf(out, "%d:", low + bits - 1);
	tpl_printf(out, "%d | %s |\n", low, doc);
}

/* Describes the ports of the dispatcher. */
static void write_launches(struct tpl_out *out, const struct config *cfg)
{
	if (!cfg->dispatch)
		return;
	write_text(out, cfg->host == CONFIG_host_none ? launches : registers);
	if (cfg->host != CONFIG_host_none) {
		host_rows(out, cfg);
		tpl_printf(out, "\n");
	}
	tpl_printf(out, "| word | what it is |\n|---:|---|\n");
#define WORD(id, number, doc) tpl_printf(out, "| %d | %s |\n", number, doc);
#define RESULT WORD
#include "isa/launch.def"
	tpl_printf(out, "\n| word | bits | what it is |\n|---:|---:|---|\n");
#define FLAG(id, low, bits, doc) \
	write_bits(out, ISA_LAUNCH_FLAGS, low, bits, doc);
#define STATUS(id, low, bits, doc) \
	write_bits(out, ISA_RESULT_STATUS, low, bits, doc);
#include "isa/launch.def"
	tpl_printf(out, "\n| reason | |\n|---:|---|\n");
#define REASON(id, number, text) \
	if (number) \
		tpl_printf(out, "| %d | %s |\n", number, text);
#include "isa/launch.def"
}

static void write_parameters(struct tpl_out *out, const struct config *cfg)
{
	char value[64];

	tpl_printf(out, "\n## Configuration\n\n| parameter | value | |\n"
		   "|---|---|---|\n");
	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		config_text(cfg, p, value, sizeof value);
		tpl_printf(out, "| %s | %s | %s |\n", p->path, value, p->doc);
	}
}

void write_readme(struct tpl_out *out, const struct tree *tree)
{
	write_introduction(out, tree);
	write_files(out, tree);
	write_use(out, tree->cfg->prefix, tree->top);
	write_bench(out, tree);
	write_host(out, tree->cfg);
	write_ports(out, tree->cfg);
	write_buses(out, tree->cfg);
	write_memory_map(out, tree->cfg);
	write_launches(out, tree->cfg);
	write_image(out, tree->cfg);
	write_counters(out, tree->cfg);
	write_csrs(out, tree->cfg);
	write_parameters(out, tree->cfg);
}
