/* testbench.c - emits what of the test bench depends on the ports of the core
 * SPDX-License-Identifier: Apache-2.0
 *
 * The bench has a wire for each port, of the same name. That of an output that
 * it does not look at begins with unused_, which linters know.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gen/cores.h"
#include "gen/emitters.h"
#include "gen/manifest.h"

struct port_list {
	struct core_port list[CORE_PORTS];
	size_t count;
};

static void find_ports(struct port_list *p, const struct config *cfg)
{
	p->count = top_ports(cfg, p->list);
}

/* The bits of the port NAME; 0: there is none. */
static unsigned bits_of(const struct port_list *p, const char *name)
{
	for (size_t i = 0; i < p->count; i++)
		if (strcmp(p->list[i].name, name) == 0)
			return p->list[i].bits;
	return 0;
}

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n >= m && strcmp(name + n - m, end) == 0;
}

/* Is P a port of a bus? */
static bool is_bus(const char *name)
{
	return strncmp(name, "ibus_", 5) == 0 ||
	       strncmp(name, "dbus_", 5) == 0 || strstr(name, "_axi_");
}

/* Does the bench look at the output NAME? */
static bool is_used(const char *name)
{
	static const char *const not[] = { "cache", "prot", "qos" };
	static const char *const ends[] = {
		"done", "exit_code", "fault_valid", "fault_warp", "fault_pc",
		"fault_cause", "fault_tval"
	};

	if (is_bus(name)) {
		for (size_t i = 0; i < sizeof not / sizeof not[0]; i++)
			if (ends_with(name, not[i]))
				return false;
		return true;
	}
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		if (strcmp(name, ends[i]) == 0)
			return true;
	return false;
}

/* Is P an input that is always 0? The memory has no errors on the simple
 * bus. */
static bool is_constant(const struct core_port *p)
{
	return !p->output && (!is_bus(p->name) ||
			      ends_with(p->name, "_error"));
}

static void put_wire(struct tpl_out *out, const char *name, unsigned bits)
{
	char width[16] = "";

	if (bits > 1)
		snprintf(width, sizeof width, "[%u:0]", bits - 1);
	tpl_printf(out, "  wire %-8s %s;\n", width, name);
}

void emit_tb_wires(struct tpl_out *out, const struct config *cfg)
{
	struct port_list p;
	char name[2 * CORE_PORT_NAME];

	find_ports(&p, cfg);
	for (size_t i = 0; i < p.count; i++) {
		const struct core_port *port = &p.list[i];

		if (is_constant(port))
			continue;
		snprintf(name, sizeof name, "%s%s", is_used(port->name) ? "" :
			 "unused_", port->name);
		put_wire(out, name, port->bits);
	}
	if (!bits_of(&p, "ibus_rsp_last") && bits_of(&p, "ibus_rsp_valid"))
		put_wire(out, "unused_ibus_rsp_last", 1);
	if (!bits_of(&p, "dbus_rsp_last") && bits_of(&p, "dbus_rsp_valid"))
		put_wire(out, "unused_dbus_rsp_last", 1);
}

void emit_tb_ports(struct tpl_out *out, const struct config *cfg)
{
	struct port_list p;

	find_ports(&p, cfg);
	for (size_t i = 0; i < p.count; i++) {
		const struct core_port *port = &p.list[i];

		tpl_printf(out, "    .%s(", port->name);
		if (is_constant(port))
			tpl_printf(out, "%u'd0", port->bits);
		else
			tpl_printf(out, "%s%s", is_used(port->name) ? "" :
				   "unused_", port->name);
		tpl_printf(out, ")%s\n", i + 1 == p.count ? "" : ",");
	}
}

static const char shared[] =
	"    .clk(clk),\n    .rst(rst),\n    .latency(latency),\n"
	"    .mixed(mixed),\n    .random(random)";

/* Connects port PORT of the memory to NET. */
static void connect(struct tpl_out *out, const char *port, const char *net)
{
	tpl_printf(out, ",\n    .%s(%s)", port, net);
}

/* The ports of the simple bus: what the word form lacks is constant. */
static void put_side(struct tpl_out *out, const struct port_list *p,
		     const char *bus)
{
	static const struct {
		const char *name, *instead;
	} rows[] = {
		{ "req_valid", NULL }, { "req_ready", NULL },
		{ "req_id", "req_tag" }, { "req_write", NULL },
		{ "req_addr", NULL }, { "req_len", "8'd0" },
		{ "req_last", "1'b1" }, { "req_strb", NULL },
		{ "req_data", NULL }, { "rsp_valid", NULL },
		{ "rsp_ready", "1'b1" }, { "rsp_id", "rsp_tag" },
		{ "rsp_data", NULL }, { "rsp_last", "unused" }
	};
	char port[CORE_PORT_NAME], net[2 * CORE_PORT_NAME];

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *instead = rows[i].instead;

		snprintf(port, sizeof port, "%s_%s", bus, rows[i].name);
		if (bits_of(p, port))
			snprintf(net, sizeof net, "%s", port);
		else if (!instead || (*bus == 'i' &&
				      strcmp(rows[i].name, "req_last") == 0))
			continue;
		else if (strchr(instead, '\''))
			snprintf(net, sizeof net, "%s", instead);
		else if (strcmp(instead, "unused") == 0)
			snprintf(net, sizeof net, "unused_%s", port);
		else
			snprintf(net, sizeof net, "%s_%s", bus, instead);
		connect(out, port, net);
	}
}

static unsigned id_bits(const struct port_list *p, const char *bus)
{
	char name[CORE_PORT_NAME];
	unsigned bits;

	snprintf(name, sizeof name, "%s_req_id", bus);
	bits = bits_of(p, name);
	if (bits)
		return bits;
	snprintf(name, sizeof name, "%s_req_tag", bus);
	return bits_of(p, name);
}

static void put_simple(struct tpl_out *out, const struct config *cfg,
		       const struct port_list *p, const struct derived *d)
{
	tpl_printf(out, "  %s_tb_simple #(\n"
		   "    .I_BITS(%u), .D_BITS(%u), .I_WIDTH(%u), "
		   ".I_BEATS(%" PRIu32 "), .D_BEATS(%" PRIu32 ")\n"
		   "  ) u_memory (\n%s", cfg->prefix, id_bits(p, "ibus"),
		   id_bits(p, "dbus"), bits_of(p, "ibus_rsp_data"),
		   d->icache ? d->icache_beats : 1,
		   d->dcache ? d->dcache_beats : 1, shared);
	put_side(out, p, "ibus");
	put_side(out, p, "dbus");
	tpl_printf(out, "\n  );\n");
}

/* One memory for each AXI4 master: that of BUS. */
static void put_axi(struct tpl_out *out, const struct config *cfg,
		    const struct port_list *p, const char *bus,
		    const struct derived *d)
{
	size_t n = strlen(bus);
	char name[2 * CORE_PORT_NAME];

	snprintf(name, sizeof name, "%s_arid", bus);
	tpl_printf(out, "  %s_tb_axi #(.ID_BITS(%u), .BEATS(%" PRIu32 ")) "
		   "u_%s (\n%s", cfg->prefix, bits_of(p, name),
		   d->icache_beats > d->dcache_beats ? d->icache_beats :
		   d->dcache_beats, bus, shared);
	for (size_t i = 0; i < p->count; i++) {
		const char *port = p->list[i].name;

		if (strncmp(port, bus, n) || port[n] != '_' ||
		    (p->list[i].output && !is_used(port)))
			continue;
		snprintf(name, sizeof name, "axi%s", port + n);
		connect(out, name, port);
	}
	tpl_printf(out, "\n  );\n");
}

void emit_tb_memory(struct tpl_out *out, const struct config *cfg)
{
	struct port_list p;
	struct derived d;

	derive(cfg, &d);
	find_ports(&p, cfg);
	if (!d.axi)
		put_simple(out, cfg, &p, &d);
	for (uint32_t i = 0; d.axi && i < cfg->channels; i++) {
		char bus[CORE_PORT_NAME] = "m_axi";

		if (i)
			snprintf(bus, sizeof bus, "m%" PRIu32 "_axi", i);
		put_axi(out, cfg, &p, bus, &d);
	}
}

/* The Makefile of the bench: it stands in tb/. */
void write_tb_make(struct tpl_out *out, const struct tree *tree)
{
	const char *p = tree->cfg->prefix;

	tpl_printf(out,
		   "# Makefile - run a program on %s_top in a simulator\n"
		   "# SPDX-License-Identifier: Apache-2.0\n#\n"
		   "#   make icarus IMAGE=prog.hex [ARGS=\"+random=1 "
		   "+timeout=50000\"]\n"
		   "#   make verilator IMAGE=prog.hex\n#\n"
		   "# %s_tb.v has the ARGS. Verilator 5 or later. make fails "
		   "with a run.\n"
		   "RTL := $(shell sed 's,^,../,' ../%s.f)\n"
		   "TB := $(wildcard %s_tb*.v)\n"
		   "IMAGE ?= prog.hex\n"
		   "VERILATOR ?= verilator\nIVERILOG ?= iverilog\nVVP ?= vvp\n"
		   "VERDICT = | tee run.log; awk '/^(pass|FAIL): / "
		   "{ last = $$1 } END { exit last != \"pass:\" }' run.log\n\n"
		   ".PHONY: icarus verilator clean\n\n"
		   "icarus: icarus.vvp\n"
		   "\t@$(VVP) -n icarus.vvp +image=$(IMAGE) $(ARGS) "
		   "$(VERDICT)\n\n"
		   "icarus.vvp: $(RTL) $(TB)\n"
		   "\t@$(IVERILOG) -g2005 -Wall -o $@ -s %s_tb $^\n\n"
		   "verilator: verilated/%s_tb\n"
		   "\t@./verilated/%s_tb +image=$(IMAGE) $(ARGS) "
		   "$(VERDICT)\n\n"
		   "verilated/%s_tb: $(RTL) $(TB)\n"
		   "\t@$(VERILATOR) --binary --trace -Mdir verilated "
		   "--top-module %s_tb -o %s_tb $^ > verilator.log || "
		   "{ cat verilator.log; exit 1; }\n\n"
		   "clean:\n\trm -rf verilated icarus.vvp run.log "
		   "verilator.log\n", p, p, p, p, p, p, p, p, p, p);
}
