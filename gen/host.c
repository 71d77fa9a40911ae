/* host.c - emits the processor behind registers of a host, from isa/host.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * The ports of the processor are those of the device in it, but for the ports
 * launch_*: a slave of AXI4-Lite and an interrupt are in their place.
 */
#include <stdio.h>
#include <string.h>

#include "gen/cores.h"
#include "gen/emitters.h"
#include "gen/manifest.h"
#include "isa/isa.h"

static const struct core_port host_ports[] = {
#define PORT(name, bits, output, doc) \
	{ name, bits, "", output, false, false, true, false, false, \
	  "registers of the host: AXI4-Lite slave", doc },
	PORT("s_axi_awvalid", 1, false, "a write address is valid")
	PORT("s_axi_awready", 1, true, "it is accepted")
	PORT("s_axi_awaddr", 12, false, "address of a register")
	PORT("s_axi_wvalid", 1, false, "write data are valid")
	PORT("s_axi_wready", 1, true, "they are accepted")
	PORT("s_axi_wdata", 32, false, "data to write")
	PORT("s_axi_wstrb", 4, false, "bytes to write")
	PORT("s_axi_bvalid", 1, true, "a write has acted")
	PORT("s_axi_bready", 1, false, "the response is taken")
	PORT("s_axi_bresp", 2, true, "OKAY or SLVERR")
	PORT("s_axi_arvalid", 1, false, "a read address is valid")
	PORT("s_axi_arready", 1, true, "it is accepted")
	PORT("s_axi_araddr", 12, false, "address of a register")
	PORT("s_axi_rvalid", 1, true, "read data are valid")
	PORT("s_axi_rready", 1, false, "they are taken")
	PORT("s_axi_rdata", 32, true, "value of the register")
	PORT("s_axi_rresp", 2, true, "OKAY or SLVERR")
	PORT("irq", 1, true, "interrupt, a level")
#undef PORT
};

enum { HOST_PORTS = sizeof host_ports / sizeof host_ports[0] };

size_t top_ports(const struct config *cfg, struct core_port *out)
{
	struct core_port ports[CORE_PORTS];
	size_t count = device_ports(cfg, ports), n = 0;

	for (size_t i = 0; i < count; i++)
		if (cfg->host == CONFIG_host_none || !ports[i].launch)
			out[n++] = ports[i];
	if (cfg->host == CONFIG_host_none)
		return n;
	memcpy(out + n, host_ports, sizeof host_ports);
	return n + HOST_PORTS;
}

void emit_ports_host_top(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];

	write_ports_of(out, ports, top_ports(cfg, ports));
}

/* The wires between the device and its host. */
void emit_wires_host_top(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = device_ports(cfg, ports);

	for (size_t i = 0; i < n; i++) {
		const struct core_port *p = &ports[i];
		char width[32] = "";

		if (!p->launch)
			continue;
		if (p->bits > 1)
			snprintf(width, sizeof width, "[%u:0]", p->bits - 1);
		tpl_printf(out, "  wire %-6s %s;  // %s\n", width, p->name,
			   p->doc);
	}
}

void emit_nets_host_top(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = device_ports(cfg, ports);

	for (size_t i = 0; i < n; i++)
		tpl_printf(out, "    .%s(%s%s)%s\n", ports[i].name,
			   ports[i].name,
			   strcmp(ports[i].name, "perf_select") ? "" :
			   " | counter_select", i + 1 < n ? "," : "");
}

/* --- registers -------------------------------------------------------- */

enum access { RO, RW, ACT };

static const struct reg {
	const char *id, *name;
	unsigned offset;
	enum access access;
	const char *doc;
} regs[] = {
#define REG(id, name, offset, access, doc) \
	{ #id, #name, offset, access, doc },
#include "isa/host.def"
};

static const struct field {
	const char *reg, *id;
	unsigned low, bits;
	const char *doc;
} fields[] = {
#define FIELD(reg, id, low, bits, doc) { #reg, #id, low, bits, doc },
#include "isa/host.def"
};

enum {
	REGS = sizeof regs / sizeof regs[0],
	FIELDS = sizeof fields / sizeof fields[0]
};

/* Do registers say where constant and shared memory are? */
static bool is_mapped(const struct config *cfg)
{
	return cfg->const_size || cfg->smem_base != CONFIG_SMEM;
}

bool host_has(const struct config *cfg, const char *reg)
{
	return is_mapped(cfg) || (strncmp(reg, "CONST_", 6) &&
				  strcmp(reg, "SMEM_BASE"));
}

const char *host_doc(const struct config *cfg, const char *reg, const char *doc)
{
	return is_mapped(cfg) && !strcmp(reg, "VERSION") ?
	       "version of these registers: 2" : doc;
}

/* The text of register I. */
static const char *doc_of(const struct config *cfg, size_t i)
{
	return host_doc(cfg, regs[i].id, regs[i].doc);
}

void emit_ports_host_map(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < REGS; i++)
		if (regs[i].access != ACT && host_has(cfg, regs[i].id))
			tpl_printf(out, "  input  wire [31:0] %s,  // %s\n",
				   regs[i].name, doc_of(cfg, i));
	for (size_t i = 0; i < REGS; i++)
		if (regs[i].access != RO)
			tpl_printf(out, "  output wire        w_%s,\n",
				   regs[i].name);
}

void emit_host_map(struct tpl_out *out, const struct config *cfg)
{
	for (size_t i = 0; i < REGS; i++)
		if (regs[i].access != RO)
			tpl_printf(out, "  assign w_%s = {w_addr, 2'b00} == "
				   "12'h%03x;\n", regs[i].name,
				   regs[i].offset);
	tpl_printf(out, "\n  always @* begin\n    r_known = 1'b1;\n"
		   "    r_data = 32'd0;\n    case ({r_addr, 2'b00})\n");
	for (size_t i = 0; i < REGS; i++)
		if (regs[i].access == ACT)
			tpl_printf(out, "      12'h%03x: ;  // %s acts\n",
				   regs[i].offset, regs[i].name);
		else if (host_has(cfg, regs[i].id))
			tpl_printf(out, "      12'h%03x: r_data = %s;\n",
				   regs[i].offset, regs[i].name);
	tpl_printf(out, "      default: r_known = r_slot;\n    endcase\n"
		   "  end\n");
}

/* --- for programs and people ------------------------------------------ */

static const char guard[] =
	"#ifndef WARPWRIGHT_HOST_H\n#define WARPWRIGHT_HOST_H\n";

static void define_fields(struct tpl_out *out, const char *reg)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (!strcmp(fields[i].reg, reg))
			tpl_printf(out, "#define WW_HOST_%s_%s_LOW %u\n"
				   "#define WW_HOST_%s_%s_BITS %u  /* %s */\n",
				   reg, fields[i].id, fields[i].low, reg,
				   fields[i].id, fields[i].bits,
				   fields[i].doc);
}

static void define_bits(struct tpl_out *out, const char *kind, const char *id,
			int low, int bits, const char *doc)
{
	tpl_printf(out, "#define WW_%s_%s_LOW %d\n"
		   "#define WW_%s_%s_BITS %d  /* %s */\n", kind, id, low, kind,
		   id, bits, doc);
}

static void define_launch(struct tpl_out *out)
{
	tpl_printf(out, "\n/* Words of a launch; the device writes those from "
		   "STATUS on. */\n");
#define WORD(id, number, doc) \
	tpl_printf(out, "#define WW_LAUNCH_%s %d  /* %s */\n", #id, number, \
		   doc);
#define RESULT WORD
#include "isa/launch.def"
	tpl_printf(out, "\n/* Bits of the words FLAGS and STATUS. */\n");
#define FLAG(id, low, bits, doc) define_bits(out, "FLAGS", #id, low, bits, doc);
#define STATUS(id, low, bits, doc) \
	define_bits(out, "STATUS", #id, low, bits, doc);
#include "isa/launch.def"
	tpl_printf(out, "\n/* STATUS.END, and STATUS.REASON. */\n");
#define END(id, number, name) \
	tpl_printf(out, "#define WW_END_%s %d\n", #id, number);
#define REASON(id, number, text) \
	tpl_printf(out, "#define WW_REFUSED_%s %d%s%s%s\n", #id, number, \
		   number ? "  /* " : "", text, number ? " */" : "");
#include "isa/launch.def"
}

void write_host_header(struct tpl_out *out, const struct tree *tree)
{
	tpl_printf(out, "/* warpwright_host.h - the registers of %s, for its "
		   "host\n * SPDX-License-Identifier: Apache-2.0\n *\n"
		   " * Word N of launch slot S is at WW_HOST_SLOTS + S * "
		   "WW_HOST_SLOT_BYTES + 4 * N.\n */\n%s\n"
		   "#define WW_HOST_BYTES 4096\n#define WW_HOST_SLOTS 0x%03x\n"
		   "#define WW_HOST_SLOT_BYTES %d\n\n", tree->top, guard,
		   ISA_HOST_SLOTS, ISA_HOST_SLOT_BYTES);
	for (size_t i = 0; i < REGS; i++) {
		if (!host_has(tree->cfg, regs[i].id))
			continue;
		tpl_printf(out, "#define WW_HOST_%s 0x%03x  /* %s */\n",
			   regs[i].id, regs[i].offset, doc_of(tree->cfg, i));
		define_fields(out, regs[i].id);
	}
	define_launch(out);
	tpl_printf(out, "\n#endif\n");
}

void host_rows(struct tpl_out *out, const struct config *cfg)
{
	static const char *const access[] = { "read", "read, write", "act" };

	tpl_printf(out, "| offset | register | access | what it is |\n"
		   "|---|---|---|---|\n");
	for (size_t i = 0; i < REGS; i++) {
		if (!host_has(cfg, regs[i].id))
			continue;
		tpl_printf(out, "| 0x%03x | %s | %s | %s |\n", regs[i].offset,
			   regs[i].id, access[regs[i].access], doc_of(cfg, i));
		for (size_t k = 0; k < FIELDS; k++)
			if (!strcmp(fields[k].reg, regs[i].id))
				tpl_printf(out, "| | %u:%u %s | | %s |\n",
					   fields[k].low + fields[k].bits - 1,
					   fields[k].low, fields[k].id,
					   fields[k].doc);
	}
}
