/* second.c - compare the golden model with a second model: fuzz --oracle
 * SPDX-License-Identifier: Apache-2.0
 *
 * Qemu gets the program as an ELF file. A jump in place of its last ebreak
 * leads to a few added instructions. They write all of the program's data to
 * stdout; the data end with the registers.
 */
#define _XOPEN_SOURCE 700
#include "session/cosim/second.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"
#include "session/cmd_status.h"
#include "session/machine.h"

enum { ELF_HEADERS = 0x1000, LEAST_RAM = 4096 };

enum fuzz_class second_class(const struct second *s)
{
	return s->who == SECOND_NONE ? FUZZ_ANY :
	       s->who == SECOND_QEMU ? FUZZ_SCALAR : FUZZ_ORDERED;
}

/* Blocks of half of the warps of a core of M, more than the cores hold at a
 * time; each is a core here. */
static struct machine blocks_of(const struct machine *m)
{
	struct machine b = *m;

	b.dispatch = true;
	b.warps = m->warps > 1 ? m->warps / 2 : 1;
	b.cores = 3 * m->cores + 2;
	b.smem_size = m->smem_size * b.warps / m->warps;
	b.local_size = 0;
	return b;
}

struct machine second_machine(const struct second *s, struct machine m)
{
	m.dispatch &= s->who != SECOND_THREADS && s->who != SECOND_QEMU;
	if (s->who == SECOND_QEMU)
		m.warps = m.threads = 1;
	if (s->who == SECOND_BLOCKS)
		m = blocks_of(&m);
	return m;
}

static int error(const char *what)
{
	fprintf(stderr, "warpwright fuzz: error: %s\n", what);
	return CMD_TOOL;
}

static int no_memory(void)
{
	return error("out of memory");
}

static int refused(uint32_t cores)
{
	fprintf(stderr,
		"warpwright fuzz: error: qemu compares one core; gpu.cores is "
		"%" PRIu32 ": take --oracle threads\n",
		cores);
	return CMD_REFUSED;
}

int second_begin(struct second *s, const struct config *cfg)
{
	const char *name = getenv("QEMU_RISCV32"), *tmp = getenv("TMPDIR");

	if (s->who == SECOND_QEMU && cfg->cores > 1)
		return refused(cfg->cores);
	if (s->who != SECOND_QEMU || s->dir[0])
		return 0;
	if (!proc_find(name && *name ? name : "qemu-riscv32", s->tool,
		       sizeof s->tool))
		return error("--oracle qemu needs qemu-riscv32 (Debian: "
			     "qemu-user)");
	snprintf(s->dir, sizeof s->dir, "%.*s/warpwright-XXXXXX", PATH_MAX - 64,
		 tmp && *tmp ? tmp : "/tmp");
	if (mkdtemp(s->dir))
		return 0;
	fprintf(stderr, "warpwright fuzz: error: cannot make '%s': %s\n",
		s->dir, strerror(errno));
	s->dir[0] = '\0';
	return CMD_TOOL;
}

void second_end(struct second *s)
{
	if (s->dir[0])
		proc_remove_tree(s->dir);
	s->dir[0] = '\0';
}

/* --- the program ------------------------------------------------------ */

/* The machine with only as much RAM as the program, constant memory if the
 * program accesses it, and its local memory need.
 * Local memory is at most half of RAM. */
static struct machine machine(const struct second *s, const struct config *cfg,
				    const struct fuzz_program *p)
{
	struct machine g = machine_from_config(cfg);
	uint32_t size = LEAST_RAM, first, local, constant;

	g.dispatch &= s->who == SECOND_BLOCKS;
	if (s->who == SECOND_QEMU) {
		g.warps = g.threads = 1;
		g.local_size = 0;
	}
	local = golden_window(&g, &first);
	if (!p->constant)
		g.const_size = 0;
	constant = g.const_size ? g.const_base - g.ram_base + g.const_size : 0;
	while (fuzz_reach(p) > size || local + constant > size ||
	       local > size / 2)
		size *= 2;
	if (size < g.ram_size)
		g.ram_size = size;
	return g;
}

static struct compare_program program(const struct second *s,
				      const struct fuzz_program *p,
				      uint8_t *ram)
{
	struct compare_program c = { .most = s->most,
				     .step = p->options.seed % 2 };
	struct fuzz_part part[FUZZ_SECTIONS];

	if (fuzz_place(p, ram, part) != 1)
		return c;
	c.first = part[0].addr;
	c.bytes = ram + (c.first - p->machine.ram_base);
	c.count = part[0].bytes;
	return c;
}

/* --- qemu ------------------------------------------------------------- */

static void put16(uint8_t *at, uint32_t value)
{
	at[0] = (uint8_t)value;
	at[1] = (uint8_t)(value >> 8);
}

static void put32(uint8_t *at, uint32_t value)
{
	put16(at, value);
	put16(at + 2, value >> 16);
}

/* Writes the ELF headers: one segment of BYTES at ADDR. */
static void put_headers(uint8_t *elf, uint32_t addr, uint32_t bytes)
{
	static const uint8_t ident[] = { 0x7f, 'E', 'L', 'F', 1, 1, 1 };
	const uint32_t segment[] = { 1,     ELF_HEADERS, addr, addr,
				     bytes, bytes,       7,    ELF_HEADERS };

	memcpy(elf, ident, sizeof ident);
	put16(elf + 16, 2);     /* executable */
	put16(elf + 18, 243);   /* RISC-V */
	put32(elf + 20, 1);
	put32(elf + 24, addr);  /* entry */
	put32(elf + 28, 52);    /* program headers from here on */
	put16(elf + 40, 52);
	put16(elf + 42, 32);
	put16(elf + 44, 1);
	for (unsigned i = 0; i < 8; i++)
		put32(elf + 52 + 4 * i, segment[i]);
}

static void put_constant(uint8_t *at, uint32_t rd, uint32_t value)
{
	put32(at, isa_encode(ISA_LUI, rd, 0, 0, (value + 0x800) >> 12));
	put32(at + 4, isa_encode(ISA_ADDI, rd, rd, 0, value & 0xfff));
}

enum { LEAVE_BYTES = 48 };

/* Writes the code of write(1, DATA, BYTES); exit(0). */
static void put_leave(uint8_t *at, uint32_t data, uint32_t bytes)
{
	put_constant(at, 10, 1);
	put_constant(at + 8, 11, data);
	put_constant(at + 16, 12, bytes);
	put32(at + 24, isa_encode(ISA_ADDI, 17, 0, 0, 64));
	put32(at + 28, isa_encode(ISA_ECALL, 0, 0, 0, 0));
	put32(at + 32, isa_encode(ISA_ADDI, 10, 0, 0, 0));
	put32(at + 36, isa_encode(ISA_ADDI, 17, 0, 0, 93));
	put32(at + 40, isa_encode(ISA_ECALL, 0, 0, 0, 0));
}

static size_t last_item(const struct fuzz_program *p)
{
	size_t i = p->count - 1;

	while (i && p->items[i].removed)
		i--;
	return i;
}

/* Writes an ELF file of RAM from reset_pc on, with the last instruction
 * replaced. */
static int write_elf(const char *path, const struct fuzz_program *p,
		     const uint8_t *ram)
{
	const struct machine *m = &p->machine;
	uint32_t bytes = p->end - m->reset_pc,
		 last = fuzz_address(p, last_item(p));
	uint8_t *elf = calloc(ELF_HEADERS + bytes + LEAVE_BYTES, 1),
		*code = elf + ELF_HEADERS;
	int bad;

	if (!elf)
		return no_memory();
	memcpy(code, ram + (m->reset_pc - m->ram_base), bytes);
	put_headers(elf, m->reset_pc, bytes + LEAVE_BYTES);
	put32(code + (last - m->reset_pc),
	      isa_encode(ISA_JAL, 0, 0, 0, p->end - last));
	put_leave(code + bytes, p->data, p->end - p->data);
	bad = proc_write_file(path, elf, ELF_HEADERS + bytes + LEAVE_BYTES);
	free(elf);
	if (bad || chmod(path, 0700)) {
		fprintf(stderr,
			"warpwright fuzz: error: cannot write '%s': %s\n", path,
			strerror(errno));
		return CMD_TOOL;
	}
	return 0;
}

/* Runs qemu; *DATA receives its output, N bytes, which the caller frees; *CODE
 * its exit status. */
static int ask_qemu(const struct second *s, const struct fuzz_program *p,
		    const uint8_t *ram, uint8_t **data, size_t *n, int *code)
{
	char elf[PATH_MAX + 8], out[PATH_MAX + 8];
	/* With Zfinx, qemu must not have F. */
	const char *cpu = p->machine.fp == CONFIG_fp_zfinx ?
				  "rv32,f=false,d=false,zfinx=true" : "rv32";
	const char *const argv[] = { s->tool, "-cpu", cpu, elf, NULL };
	int status;

	snprintf(elf, sizeof elf, "%s/p.elf", s->dir);
	snprintf(out, sizeof out, "%s/out", s->dir);
	remove(out);
	status = write_elf(elf, p, ram);
	if (status)
		return status;
	*code = proc_run(argv, NULL, out);
	if (*code < 0 || *code == 127)
		return error("qemu-riscv32 does not run");
	*data = (uint8_t *)proc_read_file(out, n);
	return *data ? 0 : no_memory();
}

static void differ(struct compare_result *r, enum compare_what what,
		   const char *text)
{
	r->what = what;
	snprintf(r->text, sizeof r->text, "%s", text);
}

static void compare_data(struct compare_result *r, const struct fuzz_program *p,
			 const uint8_t *golden, const uint8_t *qemu)
{
	uint32_t bytes = p->end - p->data, at = 0,
		 dump = bytes - fuzz_dump_bytes(&p->machine);

	while (at < bytes && golden[at] == qemu[at])
		at++;
	if (at == bytes)
		return;
	r->what = at < dump ? COMPARE_MEMORY : COMPARE_REGISTER;
	if (at < dump)
		snprintf(r->text, sizeof r->text,
			 "the byte at 0x%08" PRIx32
			 " is 0x%02x in qemu, 0x%02x in the golden model",
			 p->data + at, qemu[at], golden[at]);
	else
		snprintf(r->text, sizeof r->text,
			 "%s is another one in qemu: byte %" PRIu32
			 " is 0x%02x, 0x%02x in the golden model",
			 isa_reg_name((at - dump) / 4), at % 4, qemu[at],
			 golden[at]);
}

static int run_golden(const struct machine *cfg,
		      const struct compare_program *c, struct golden **g,
		      struct compare_result *r)
{
	enum golden_status how;

	if (golden_new(cfg, g) ||
	    golden_write(*g, c->first, c->bytes, c->count))
		return no_memory();
	how = golden_run(*g, c->most, 0, NULL);
	if (how != GOLDEN_PASS)
		differ(r, COMPARE_BEYOND,
		       "the golden model does not come to the end");
	r->instructions = golden_total(*g).instructions;
	r->thread_instructions = r->instructions;
	return 0;
}

static int run_qemu(struct second *s, const struct machine *cfg,
		    const struct compare_program *c,
		    const struct fuzz_program *p, const uint8_t *ram)
{
	struct compare_result *r = &s->result;
	struct golden *g = NULL;
	uint8_t *data = NULL;
	size_t n = 0;
	int code = 0, status = run_golden(cfg, c, &g, r);

	if (!status && r->what == COMPARE_SAME)
		status = ask_qemu(s, p, ram, &data, &n, &code);
	if (!status && data && (code || n != p->end - p->data))
		differ(r, COMPARE_END, "qemu does not come to the end");
	else if (!status && data)
		compare_data(r, p, golden_ram(g) + (p->data - cfg->ram_base),
			     data);
	free(data);
	golden_free(g);
	return status;
}

/* --- both ------------------------------------------------------------- */

/* G: as the program wants it. */
static void compare(struct second *s, const struct machine *g,
		    const struct compare_program *c)
{
	struct machine blocks = second_machine(s, *g), all = *g;

	if (s->who != SECOND_BLOCKS) {
		compare_run(g, c, &s->result);
		return;
	}
	all.dispatch = true;
	all.local_size = 0;
	compare_blocks(&all, &blocks, c, &s->result);
}

int second_run(struct second *s, const struct config *cfg,
	       const struct fuzz_program *p)
{
	const struct machine g = machine(s, cfg, p);
	uint8_t *ram = calloc(g.ram_size, 1);
	struct compare_program c = { 0 };
	int status = 0;

	s->result = (struct compare_result){ .what = COMPARE_SAME };
	if (ram)
		c = program(s, p, ram);
	if (!c.bytes)
		status = no_memory();
	else if (s->who == SECOND_QEMU)
		status = run_qemu(s, &g, &c, p, ram);
	else
		compare(s, &g, &c);
	free(ram);
	if (!status && s->result.what == COMPARE_NO_MEMORY)
		status = no_memory();
	return status;
}
