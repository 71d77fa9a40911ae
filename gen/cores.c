/* cores.c - emits the processor around its cores: ports, wires, instances
 * SPDX-License-Identifier: Apache-2.0
 *
 * The processor's top module has several cores. A port of a core becomes one of
 * three things there: a port that all cores share; a port with a slice per
 * core; or a wire n_NAME with a slice per core, from which cores.v computes.
 */
#include "gen/cores.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gen/derive.h"
#include "gen/emitters.h"
#include "gen/list.h"

/* The place of a core's port in cores.v. */
enum placement {
	PLACE_SHARED,   /* one port, the same for all cores */
	PLACE_SLICED,   /* one port with a slice per core */
	PLACE_WIRE      /* a wire n_NAME with a slice per core */
};

/* Inputs of a core that are expressions of cores.v. */
static const struct { const char *name, *value; } expressions[] = {
	{ "core_id", "ME" },
	{ "any_exit", "any_exit" },
	{ "any_error", "any_error" },
	{ "any_error_addr", "any_error_addr" },
	{ "any_store", "dbus_req_valid & dbus_req_write & dreq_core != HERE" },
	{ "any_where", "dbus_req_addr" },
	{ "any_strb", "dbus_req_strb" },
	{ "perf_done", "done" },
	{ "congest_seed", "congest_seed ^ {4{ME}}" }
};

/* In their place where each bank of the second-level cache has a bus. */
static const struct { const char *name, *value; } at_banks[] = {
	{ "any_store", "others" },
	{ "any_where", "store_where" },
	{ "any_strb", "store_strb" }
};

static const char *bank_expression_of(const char *name)
{
	for (size_t i = 0; i < sizeof at_banks / sizeof at_banks[0]; i++)
		if (strcmp(at_banks[i].name, name) == 0)
			return at_banks[i].value;
	return NULL;
}

static const char *expression_of(const char *name)
{
	for (size_t i = 0; i < sizeof expressions / sizeof expressions[0]; i++)
		if (strcmp(expressions[i].name, name) == 0)
			return expressions[i].value;
	return NULL;
}

/* Is P an input that the dispatcher of blocks drives in each core apart? */
static bool is_taken(const struct core_port *p)
{
	return strcmp(p->name, "blk_take") == 0 ||
	       strcmp(p->name, "blk_end_take") == 0;
}

/* TAPPED: cores.v adds bits to audit_data. */
static enum placement placement_of(const struct core_port *p, bool tapped)
{
	if (tapped && strcmp(p->name, "audit_data") == 0)
		return PLACE_WIRE;
	if (p->trace || strcmp(p->name, "perf_value") == 0)
		return PLACE_SLICED;
	if (p->bus || p->host || p->output || is_taken(p))
		return PLACE_WIRE;
	return PLACE_SHARED;
}

/* Is P connected inside cores.v only? */
static bool is_hidden(const struct core_port *p)
{
	return p->dispatcher || strncmp(p->name, "own_", 4) == 0 ||
	       strncmp(p->name, "any_", 4) == 0 ||
	       strcmp(p->name, "dbus_req_lock") == 0 ||
	       strcmp(p->name, "core_id") == 0 ||
	       strcmp(p->name, "perf_done") == 0;
}

/* Is P a tag or id? Outside it has the core's number above it. */
static bool is_tag(const struct core_port *p)
{
	const char *end = strrchr(p->name, '_');

	return p->bus && end && (!strcmp(end, "_tag") || !strcmp(end, "_id"));
}

/* Is P a signal of AXI4? */
static bool is_axi(const struct core_port *p)
{
	return strncmp(p->name, "m_axi_", 6) == 0;
}

/* Is P a record of a part that belongs to no core, or its valid bit? */
static bool is_part(const struct core_port *p)
{
#define PART(record, number, words, text, when, count) \
	if (strcmp(p->name, "trace_" #record) == 0 || \
	    strcmp(p->name, "trace_" #record "_valid") == 0) \
		return true;
#include "isa/records.def"
	return false;
}

/* Names of ports in place of m_axi, and headings, of each channel. */
static const struct { const char *name, *heading; } channels[] = {
	{ "m_axi", NULL }, { "m1_axi", "AXI4 master of channel 1" },
	{ "m2_axi", "AXI4 master of channel 2" },
	{ "m3_axi", "AXI4 master of channel 3" }
};

/* P, a port of the AXI4 master, as the processor has it for CHANNEL. */
static struct core_port channel_port(const struct core_port *p,
				     const struct derived *d, uint32_t channel)
{
	const char *end = strrchr(p->name, '_');
	struct core_port out = *p;

	snprintf(out.name, sizeof out.name, "%s%s", channels[channel].name,
		 end);
	if (channel)
		out.heading = channels[channel].heading;
	if (!strcmp(end, "_awid") || !strcmp(end, "_bid") ||
	    !strcmp(end, "_arid") || !strcmp(end, "_rid"))
		out.bits = (unsigned)d->axi_id_bits;
	return out;
}

/* The ports of the AXI4 masters of the processor, which are around all
 * cores. */
static size_t axi_ports(const struct config *cfg, struct core_port *out)
{
	struct core_port ports[CORE_PORTS];
	struct config one = *cfg;
	struct derived d;
	size_t count, n = 0;

	derive(cfg, &d);
	if (!d.cores_axi)
		return 0;
	one.cores = 1;
	count = core_ports(&one, ports);
	for (uint32_t c = 0; c < cfg->channels; c++)
		for (size_t i = 0; i < count; i++)
			if (is_axi(&ports[i]))
				out[n++] = channel_port(&ports[i], &d, c);
	return n;
}

/* Is P a port of a part that all cores share: records, launches, and the end
 * that a dispatcher finds without caches? */
static bool is_shared(const struct core_port *p, const struct derived *d)
{
	return is_part(p) || p->launch ||
	       (d->cores_dispatch && !d->caches && !strcmp(p->name, "done"));
}

/* The ports of the parts that all cores share. */
static size_t part_ports(const struct config *cfg, struct core_port *out)
{
	struct core_port ports[CORE_PORTS];
	struct config one = *cfg;
	struct derived d;
	size_t count, n = 0;

	derive(cfg, &d);
	if (!d.many_cores)
		return 0;
	one.cores = 1;
	count = core_ports(&one, ports);
	for (size_t i = 0; i < count; i++)
		if (is_shared(&ports[i], &d))
			out[n++] = ports[i];
	return n;
}

/* The width of P outside. */
static unsigned outside_bits(const struct config *cfg,
			     const struct core_port *p)
{
	struct derived d;

	derive(cfg, &d);
	if (placement_of(p, false) == PLACE_SLICED)
		return p->bits * (unsigned)cfg->cores;
	return p->bits + (is_tag(p) ? (unsigned)d.core_bits : 0);
}

size_t device_ports(const struct config *cfg, struct core_port *out)
{
	struct core_port ports[CORE_PORTS];
	size_t count = core_ports(cfg, ports), n = axi_ports(cfg, out);
	bool inside = n > 0;    /* the buses are inside of AXI4 */

	n += part_ports(cfg, out + n);
	for (size_t i = 0; i < count; i++) {
		if (cfg->cores > 1 &&
		    (is_hidden(&ports[i]) || (inside && ports[i].bus)))
			continue;
		out[n] = ports[i];
		if (cfg->cores > 1)
			out[n].bits = outside_bits(cfg, &ports[i]);
		n++;
		if (cfg->cores == 1 || strcmp(ports[i].name, "fault_valid"))
			continue;
		out[n] = (struct core_port){ "fault_core", 8, "8", true, false,
					     false, true, false, false,
					     ports[i].heading,
					     "core of the first trap" };
		n++;
	}
	return n;
}

static void width_text(unsigned bits, char *text, size_t size)
{
	snprintf(text, size, bits > 1 ? "[%u:0] " : "", bits - 1);
}

void write_ports_of(struct tpl_out *out, const struct core_port *ports,
		    size_t n)
{
	const char *heading = "";
	char width[32];

	tpl_printf(out, "  input  wire clk,\n  input  wire rst,\n");
	for (size_t i = 0; i < n; i++) {
		const struct core_port *p = &ports[i];
		if (strcmp(heading, p->heading) != 0)
			tpl_printf(out, "  // %s\n", p->heading);
		heading = p->heading;
		width_text(p->bits, width, sizeof width);
		tpl_printf(out, "  %s wire %s%s%s", p->output ? "output" :
			   "input ", width, p->name, i + 1 == n ? "" : ",");
		tpl_printf(out, *p->doc ? "  // %s\n" : "\n", p->doc);
	}
}

void emit_ports_cores(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];

	write_ports_of(out, ports, device_ports(cfg, ports));
}

/* Has P a slice of its width for each core? */
static bool is_sliced(const struct core_port *p, const struct derived *d)
{
	return !expression_of(p->name) &&
	       placement_of(p, d->trace_l2) != PLACE_SHARED;
}

/* Parameters of wires.def that the widths of slices have. */
struct names {
	char list[CORE_PORTS][CORE_PORT_WIDTH];
	size_t count;
};

static void add_name(struct names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->list[i], name) == 0)
			return;
	assert(names->count < CORE_PORTS);
	strcpy(names->list[names->count++], name);
}

/* The names that the widths of slices have, as localparams. */
void emit_params_cores(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = core_ports(cfg, ports);
	struct names names = { .count = 0 };
	struct derived d;

	derive(cfg, &d);
	for (size_t i = 0; i < n; i++) {
		char *name = ports[i].width, *next;
		for (; is_sliced(&ports[i], &d) && name; name = next) {
			next = strchr(name, '*');
			if (next)
				*next++ = '\0';
			if (isalpha((unsigned char)*name))
				add_name(&names, name);
		}
	}
	for (size_t i = 0; i < names.count; i++)
		tpl_printf(out, "  localparam %s = %u;\n", names.list[i],
			   core_param(cfg, names.list[i]));
}

/* If AXI4 is around the cores, the buses that they share are wires, too. */
void emit_wires_cores(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = core_ports(cfg, ports);
	struct derived d;
	char width[32];

	derive(cfg, &d);

	for (size_t i = 0; i < n; i++) {
		const struct core_port *p = &ports[i];
		bool bit = strcmp(p->width, "1") == 0;
		if (placement_of(p, d.trace_l2) == PLACE_WIRE &&
		    !expression_of(p->name))
			tpl_printf(out, "  wire [CORES%s%s-1:0] n_%s;\n",
				   bit ? "" : "*", bit ? "" : p->width,
				   p->name);
		if ((d.cores_axi && !d.l2_many_banks && p->bus) ||
		    (p->dispatcher &&
		     placement_of(p, d.trace_l2) == PLACE_SHARED)) {
			width_text(outside_bits(cfg, p), width, sizeof width);
			tpl_printf(out, "  wire %s%s;\n", width, p->name);
		}
	}
}

static void put_net(struct tpl_out *out, const struct core_port *p,
		    const struct derived *d)
{
	const char *bank = d->l2_many_banks ? bank_expression_of(p->name) :
			   NULL;
	const char *value = bank ? bank : expression_of(p->name);
	enum placement place = placement_of(p, d->trace_l2);
	const char *near = place == PLACE_WIRE ? "n_" : "";

	if (value || place == PLACE_SHARED)
		tpl_printf(out, "%s", value ? value : p->name);
	else if (strcmp(p->width, "1") == 0)
		tpl_printf(out, "%s%s[i]", near, p->name);
	else
		tpl_printf(out, "%s%s[i*%s +: %s]", near, p->name, p->width,
			   p->width);
}

/* Connects port NAME (awid, ...) of all masters, the last channel first. */
static void put_channels(struct tpl_out *out, const struct config *cfg,
			 const char *name)
{
	bool many = cfg->channels > 1;

	tpl_printf(out, "    .m_axi_%s(%s", name, many ? "{" : "");
	for (uint32_t c = (uint32_t)cfg->channels; c-- > 0;)
		tpl_printf(out, "%s_%s%s", channels[c].name, name,
			   c ? ", " : "");
	tpl_printf(out, "%s),\n", many ? "}" : "");
}

/* In axi_banks.v the masters stand side by side. */
void emit_channels(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = axi_ports(cfg, ports);

	for (size_t i = 0; i < n; i++)
		if (is_axi(&ports[i]))
			put_channels(out, cfg, strrchr(ports[i].name, '_') + 1);
}

void emit_cores(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = core_ports(cfg, ports);
	struct derived d;

	derive(cfg, &d);
	tpl_printf(out, "      %s_core_top u_core (\n        .clk(clk), "
		   ".rst(rst)", cfg->prefix);
	for (size_t i = 0; i < n; i++) {
		tpl_printf(out, ",\n        .%s(", ports[i].name);
		put_net(out, &ports[i], &d);
		tpl_printf(out, ")");
	}
	tpl_printf(out, "\n      );\n");
}

void port_rows(struct tpl_out *out, const struct config *cfg)
{
	struct core_port ports[CORE_PORTS];
	size_t n = top_ports(cfg, ports);
	const char *heading = "";

	for (size_t i = 0; i < n; i++) {
		const struct core_port *p = &ports[i];
		if (strcmp(heading, p->heading) != 0)
			tpl_printf(out, "| | | | **%s** |\n", p->heading);
		heading = p->heading;
		tpl_printf(out, "| %s | %s | %u | %s |\n", p->name,
			   p->output ? "out" : "in", p->bits, p->doc);
	}
}
