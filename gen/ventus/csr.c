/* csr.c - emits the CSRs of Ventus' cores: numbers, decoder, reader
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ctype.h>
#include <stddef.h>

#include "gen/ventus/ventus.h"
#include "isa/ventus/vt_isa.h"

static const struct csr_read {
	uint32_t address;
	const char *value;
	bool fp;
} csr_reads[] = {
#define CSR_READ(id, value) { VT_CSR_##id, value, false },
#define CSR_FLOAT(id, value) { VT_CSR_##id, value, true },
#include "gen/ventus/csr.def"
#undef CSR_READ
#undef CSR_FLOAT
};
enum { CSR_COUNT = sizeof csr_reads / sizeof csr_reads[0] };

static const struct vt_csr *csr_at(size_t i)
{
	return vt_csr_find(csr_reads[i].address);
}

static bool is_there(const struct config *cfg, size_t i)
{
	return cfg->fp || !csr_reads[i].fp;
}

static bool is_written(const struct config *cfg, size_t i)
{
	return csr_at(i)->writable && is_there(cfg, i);
}

static unsigned number_of(const struct config *cfg, size_t csr)
{
	unsigned n = 0;

	for (size_t i = 0; i < csr; i++)
		n += is_written(cfg, i);
	return n;
}

uint32_t ventus_csr_bits(const struct config *cfg)
{
	uint32_t bits = 1;

	while ((number_of(cfg, CSR_COUNT) - 1) >> bits)
		bits++;
	return bits;
}

static void put_name(struct tpl_out *out, size_t i)
{
	tpl_printf(out, "CSR_");
	for (const char *name = csr_at(i)->name; *name; name++)
		tpl_printf(out, "%c", toupper((unsigned char)*name));
}

void ventus_csr_params(struct tpl_out *out, const struct config *cfg)
{
	unsigned bits = ventus_csr_bits(cfg);

	for (size_t i = 0; i < CSR_COUNT; i++) {
		if (!is_written(cfg, i))
			continue;
		tpl_printf(out, "  localparam [%u:0] ", bits - 1);
		put_name(out, i);
		tpl_printf(out, " = %u'd%u;\n", bits, number_of(cfg, i));
	}
}

void ventus_csr_decoder(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (is_there(cfg, i))
			tpl_printf(out, "      12'h%03X: {csr_known, "
				   "csr_writable} = 2'b1%d; // %s\n",
				   (unsigned)csr_at(i)->address,
				   csr_at(i)->writable, csr_at(i)->name);
}

void ventus_csr_numbers(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < CSR_COUNT; i++) {
		if (!is_written(cfg, i))
			continue;
		tpl_printf(out, "      12'h%03X: csr_number = ",
			   (unsigned)csr_at(i)->address);
		put_name(out, i);
		tpl_printf(out, ";\n");
	}
}

void ventus_csr_reader(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (is_there(cfg, i))
			tpl_printf(out, "      12'h%03X: value = %s; // %s\n",
				   (unsigned)csr_at(i)->address,
				   csr_reads[i].value, csr_at(i)->name);
}

void ventus_csr_addresses(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < CSR_COUNT; i++) {
		if (!is_written(cfg, i))
			continue;
		tpl_printf(out, "      ");
		put_name(out, i);
		tpl_printf(out, ": csr_address = 12'h%03X;\n",
			   (unsigned)csr_at(i)->address);
	}
}
