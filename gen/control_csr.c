/* control_csr.c - emits the CSRs: numbers, decoder, reader
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/control_csr.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gen/params.h"
#include "gen/ventus/ventus.h"
#include "isa/isa.h"

static const struct csr_read {
	uint32_t address;
	const char *value;
	bool per_thread, serial, timer, fp, blocks;
} csr_reads[] = {
#define CSR_READ(id, value, per_thread, serial) \
	{ ISA_CSR_##id, value, per_thread, serial, false, false, false },
#define CSR_TIMER(id, value, serial) \
	{ ISA_CSR_##id, value, false, serial, true, false, false },
#define CSR_FLOAT(id, value) \
	{ ISA_CSR_##id, value, false, false, false, true, false },
#define CSR_BLOCK(id, per_thread, serial) \
	{ ISA_CSR_##id, "block_value", per_thread, serial, false, false, true },
#include "gen/csr.def"
#undef CSR_READ
#undef CSR_TIMER
#undef CSR_FLOAT
#undef CSR_BLOCK
};
enum {
	CSR_COUNT = sizeof csr_reads / sizeof csr_reads[0],
	CSR_VALUE = 64
};

static const struct isa_csr *csr_at(size_t i)
{
	return isa_csr_find(csr_reads[i].address);
}

/* Does the configuration have row I of csr.def? */
static bool is_there(const struct config *cfg, size_t i)
{
	return (cfg->fp || !csr_reads[i].fp) &&
	       (cfg->dispatch || !csr_reads[i].blocks);
}

static bool is_written(const struct config *cfg, size_t i)
{
	return csr_at(i)->writable && is_there(cfg, i);
}

/* The numbers after those of the writable CSRs: further kinds of OP_CSR. */
enum { CSR_MRET, CSR_INTERRUPT, CSR_OTHERS };
enum { CSR_ADDRESS_BITS = 12 };
/* A number with bit CSR_SELECTS set is the event selector of a counter.
 * SELECTORS is the address of such a CSR less the number of its counter. */
enum { CSR_SELECTS = 5 };
enum { SELECTORS = ISA_CSR_MHPMEVENT3 - ISA_COUNTER_FIRST };

static unsigned csr_number(const struct config *cfg, size_t csr)
{
	unsigned n = 0;

	for (size_t i = 0; i < csr; i++)
		n += is_written(cfg, i);
	return n;
}

/* Do these N addresses differ in the bits of MASK? */
static bool all_differ(const unsigned *address, size_t n, unsigned mask)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (!((address[i] ^ address[k]) & mask))
				return false;
	return true;
}

/* The bits in which the addresses of all writable CSRs differ. Used if they are
 * not numbered by counting. */
static unsigned csr_mask(void)
{
	unsigned mask = (1u << CSR_ADDRESS_BITS) - 1, address[CSR_COUNT];
	size_t n = 0;

	for (size_t i = 0; i < CSR_COUNT; i++)
		if (csr_at(i)->writable && !csr_reads[i].fp)
			address[n++] = (unsigned)csr_at(i)->address;
	for (unsigned bit = 1u << CSR_ADDRESS_BITS; bit >>= 1;)
		if (all_differ(address, n, mask & ~bit))
			mask &= ~bit;
	return mask;
}

/* The bits of ADDRESS that MASK selects, packed. */
static unsigned csr_pick(unsigned address, unsigned mask)
{
	unsigned picked = 0;

	for (unsigned bit = CSR_ADDRESS_BITS; bit-- > 0;)
		if (mask >> bit & 1)
			picked = picked << 1 | (address >> bit & 1);
	return picked;
}

static bool is_ventus(const struct config *cfg)
{
	return cfg->dialect == CONFIG_dialect_ventus;
}

bool control_csr_counted(const struct config *cfg)
{
	return cfg->timer || cfg->selected || cfg->fp || is_ventus(cfg);
}

static unsigned csr_number_of(const struct config *cfg, size_t csr)
{
	return control_csr_counted(cfg) ? csr_number(cfg, csr) :
	       csr_pick((unsigned)csr_at(csr)->address, csr_mask());
}

uint32_t control_csr_bits(const struct config *cfg)
{
	unsigned most = control_csr_counted(cfg) ?
			csr_number(cfg, CSR_COUNT) - 1 + CSR_OTHERS :
			csr_pick(csr_mask(), csr_mask());
	unsigned bits = 1;

	if (is_ventus(cfg))
		return ventus_csr_bits(cfg);
	while (most >> bits)
		bits++;
	return cfg->selected ? CSR_SELECTS + 1 : bits;
}

static void write_csr_name(struct tpl_out *out, const char *name)
{
	tpl_printf(out, "CSR_");
	for (; *name; name++)
		tpl_printf(out, "%c", toupper((unsigned char)*name));
}

static void write_csr_param(struct tpl_out *out, const struct config *cfg,
			    const char *name, unsigned number)
{
	unsigned bits = control_csr_bits(cfg);

	tpl_printf(out, "  localparam [%u:0] ", bits - 1);
	write_csr_name(out, name);
	tpl_printf(out, " = %u'd%u;\n", bits, number);
}

static void write_mret(struct tpl_out *out, const struct config *cfg)
{
	if (cfg->timer)
		write_csr_param(out, cfg, "mret",
				csr_number(cfg, CSR_COUNT) + CSR_MRET);
}

void control_csr_params(struct tpl_out *out, const struct config *cfg)
{
	if (is_ventus(cfg)) {
		ventus_csr_params(out, cfg);
		return;
	}
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (is_written(cfg, i))
			write_csr_param(out, cfg, csr_at(i)->name,
					csr_number_of(cfg, i));
	write_mret(out, cfg);
}

void control_csr_own_params(struct tpl_out *out, const struct config *cfg)
{
	if (is_ventus(cfg)) {
		ventus_csr_params(out, cfg);
		return;
	}
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (is_written(cfg, i) && (cfg->timer || !csr_reads[i].timer))
			write_csr_param(out, cfg, csr_at(i)->name,
					csr_number_of(cfg, i));
	write_mret(out, cfg);
}

void control_csr_interrupt(struct tpl_out *out, const struct config *cfg)
{
	if (cfg->timer)
		write_csr_param(out, cfg, "interrupt",
				csr_number(cfg, CSR_COUNT) + CSR_INTERRUPT);
}

/* Number and immediate are taken from the value of the instruction. */
void emit_csr_slices(struct tpl_out *out, const struct config *cfg)
{
	unsigned mask = csr_mask();
	const char *comma = "";

	if (control_csr_counted(cfg))
		return;
	tpl_printf(out, "  wire [4:0] x_csr_imm = x_imm[19:15];\n"
		   "  wire [%u:0] x_csr_write = {",
		   (unsigned)control_csr_bits(cfg) - 1);
	for (unsigned bit = CSR_ADDRESS_BITS; bit-- > 0;)
		if (mask >> bit & 1) {
			tpl_printf(out, "%sx_imm[%u]", comma, 20 + bit);
			comma = ", ";
		}
	tpl_printf(out, "};\n");
}

/* The number of addresses from K on that differ in low bits only, at most up to
 * END: a power of two. */
static uint32_t block_at(uint32_t k, uint32_t end)
{
	uint32_t size = 1;

	while (!(k & size) && k + 2 * size <= end)
		size *= 2;
	return size;
}

/* Writes the labels of a casez item: BASE + 3 .. BASE + 31, a label for each
 * aligned block of addresses. */
static void write_each(struct tpl_out *out, uint32_t base)
{
	uint32_t k = base + ISA_COUNTER_FIRST, end = base + ISA_COUNTERS;

	tpl_printf(out, "      ");
	for (uint32_t size; k < end; k += size) {
		size = block_at(k, end);
		tpl_printf(out, "12'b");
		for (uint32_t bit = CSR_ADDRESS_BITS; bit-- > 0;)
			tpl_printf(out, "%c%s", 1u << bit < size ? '?' :
				   k >> bit & 1 ? '1' : '0',
				   bit && bit % 4 == 0 ? "_" : "");
		tpl_printf(out, k + size < end ? ", " : ":\n        ");
	}
}

void emit_csr_numbers(struct tpl_out *out, const struct config *cfg)
{
	if (is_ventus(cfg)) {
		ventus_csr_numbers(out, cfg);
		return;
	}
	for (size_t i = 0; i < CSR_COUNT; i++) {
		if (!is_written(cfg, i))
			continue;
		tpl_printf(out, "      12'h%03X: csr_number = ",
			   (unsigned)csr_at(i)->address);
		write_csr_name(out, csr_at(i)->name);
		tpl_printf(out, ";\n");
	}
	if (cfg->timer)
		tpl_printf(out, "      12'h%03X: csr_number = CSR_MRET;\n",
			   (unsigned)(isa_insn(ISA_MRET)->match >> 20));
	if (cfg->selected) {
		write_each(out, SELECTORS);
		tpl_printf(out, "csr_number = {1'b1, insn_q[24:20]};\n");
	}
}

void emit_csr_addresses(struct tpl_out *out, const struct config *cfg)
{
	if (is_ventus(cfg)) {
		ventus_csr_addresses(out, cfg);
		return;
	}
	for (size_t i = 0; i < CSR_COUNT; i++) {
		if (!is_written(cfg, i))
			continue;
		tpl_printf(out, "      ");
		write_csr_name(out, csr_at(i)->name);
		tpl_printf(out, ": csr_address = 12'h%03X;\n",
			   (unsigned)csr_at(i)->address);
	}
}

static const struct csr_read *csr_read_of(const struct config *cfg,
					  const struct isa_csr *csr)
{
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (csr_reads[i].address == csr->address && is_there(cfg, i))
			return &csr_reads[i];
	return NULL;
}

/* Writes the case item of the performance counters at BASE, or of their event
 * selectors. They are read and written with the pipeline empty, so that all
 * earlier instructions count. */
static void write_counters(struct tpl_out *out, const struct config *cfg,
			   uint32_t base)
{
	const struct isa_csr *first = isa_csr_find(base + ISA_COUNTER_FIRST);

	write_each(out, base);
	tpl_printf(out,
		   "{csr_known, csr_serial, csr_writable} = 3'b1%d%d; // %s\n",
		   cfg->counters, first->writable, first->name);
}

void emit_csr_decoder(struct tpl_out *out, const struct config *cfg)
{
	static const uint32_t counters[] = { 0xB00, 0xB80, 0xC00, 0xC80 };
	const struct isa_csr *csr;

	if (is_ventus(cfg)) {
		ventus_csr_decoder(out, cfg);
		return;
	}
	for (size_t i = 0; (csr = isa_csr_row(i)); i++) {
		const struct csr_read *read = csr_read_of(cfg, csr);
		if (read)
			tpl_printf(out,
				   "      12'h%03X: {csr_known, csr_serial, "
				   "csr_writable} = 3'b1%d%d; // %s\n",
				   (unsigned)csr->address,
				   read->serial && (cfg->timer || !read->timer),
				   csr->writable, csr->name);
	}
	for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
		write_counters(out, cfg, counters[i]);
	if (cfg->selected)
		write_counters(out, cfg, SELECTORS);
}

/* Writes VALUE of csr.def to TEXT, with ${cores} replaced. */
static void value_text(const struct config *cfg, const char *value, char *text)
{
	static const char hole[] = "${cores}";
	const char *at = strstr(value, hole);

	if (!at)
		strcpy(text, value);
	else
		sprintf(text, "%.*s%u%s", (int)(at - value), value,
			(unsigned)cfg->cores, at + sizeof hole - 1);
}

void emit_csr_reader(struct tpl_out *out, const struct config *cfg)
{
	const struct isa_csr *csr;
	char value[CSR_VALUE];

	if (is_ventus(cfg)) {
		ventus_csr_reader(out, cfg);
		return;
	}
	for (size_t i = 0; (csr = isa_csr_row(i)); i++) {
		const struct csr_read *read = csr_read_of(cfg, csr);
		if (!read)
			continue;
		value_text(cfg, cfg->timer || !read->timer ? read->value :
			   "32'd0", value);
		tpl_printf(out, "      12'h%03X: {value, per_thread} = "
			   "{%s, 1'b%d}; // %s\n", (unsigned)csr->address,
			   value, read->per_thread, csr->name);
	}
	if (cfg->selected) {
		write_each(out, SELECTORS);
		tpl_printf(out, "{value, per_thread} = {perf_event, 1'b0}; "
			   "// mhpmevent3\n");
	}
	if (cfg->timer)
		tpl_printf(out, "      12'h%03X: {value, per_thread} = "
			   "{{mepc, 2'b00}, 1'b0}; // mret\n",
			   (unsigned)(isa_insn(ISA_MRET)->match >> 20));
}
