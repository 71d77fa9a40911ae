/* ipxact.c - describes a processor with registers of a host in IP-XACT
 * SPDX-License-Identifier: Apache-2.0
 *
 * component.xml is a component of IEEE 1685-2009 with the bus definitions of
 * Vivado, so that the processor drops into a block design: a slave and masters
 * of AXI, clock, reset, interrupt, and the map of the registers.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "gen/cores.h"
#include "gen/emitters.h"
#include "gen/manifest.h"
#include "isa/isa.h"

static void put_type(struct tpl_out *out, const char *library, const char *name)
{
	static const char *const kinds[] = { "busType", "abstractionType" };

	for (int i = 0; i < 2; i++)
		tpl_printf(out, "      <spirit:%s spirit:vendor=\"xilinx.com\" "
			   "spirit:library=\"%s\" spirit:name=\"%s%s\" "
			   "spirit:version=\"1.0\"/>\n", kinds[i], library,
			   name, i ? "_rtl" : "");
}

static void put_map(struct tpl_out *out, const char *logical, const char *port)
{
	tpl_printf(out, "        <spirit:portMap>\n"
		   "          <spirit:logicalPort><spirit:name>%s</spirit:name>"
		   "</spirit:logicalPort>\n"
		   "          <spirit:physicalPort><spirit:name>%s"
		   "</spirit:name></spirit:physicalPort>\n"
		   "        </spirit:portMap>\n", logical, port);
}

static void put_parameter(struct tpl_out *out, const char *name,
			  const char *value)
{
	tpl_printf(out, "      <spirit:parameters><spirit:parameter>"
		   "<spirit:name>%s</spirit:name><spirit:value>%s"
		   "</spirit:value></spirit:parameter></spirit:parameters>\n",
		   name, value);
}

/* A bus interface of one PORT. */
static void put_signal(struct tpl_out *out, const char *port, const char *type,
		       const char *logical, const char *mode, const char *name,
		       const char *value)
{
	tpl_printf(out, "    <spirit:busInterface>\n"
		   "      <spirit:name>%s</spirit:name>\n", port);
	put_type(out, "signal", type);
	tpl_printf(out, "      <spirit:%s/>\n      <spirit:portMaps>\n", mode);
	put_map(out, logical, port);
	tpl_printf(out, "      </spirit:portMaps>\n");
	put_parameter(out, name, value);
	tpl_printf(out, "    </spirit:busInterface>\n");
}

struct port_list {
	struct core_port list[CORE_PORTS];
	size_t count;
};

/* The part of the name of AXI port P in front of its signal: "m1_axi"; "" for
 * any other port. */
static void bus_of(const struct core_port *p, char bus[CORE_PORT_NAME])
{
	const char *axi = strstr(p->name, "_axi_");

	snprintf(bus, CORE_PORT_NAME, "%.*s",
		 axi ? (int)(axi + 4 - p->name) : 0, p->name);
}

/* The bus of port I of P if I is the first of that bus, else "". */
static void bus_at(const struct port_list *p, size_t i,
		   char bus[CORE_PORT_NAME])
{
	char before[CORE_PORT_NAME] = "";

	bus_of(&p->list[i], bus);
	if (i)
		bus_of(&p->list[i - 1], before);
	if (!strcmp(bus, before))
		bus[0] = '\0';
}

static void put_axi(struct tpl_out *out, const struct port_list *p,
		    const char *bus)
{
	size_t n = strlen(bus);

	tpl_printf(out, "    <spirit:busInterface>\n"
		   "      <spirit:name>%s</spirit:name>\n", bus);
	put_type(out, "interface", "aximm");
	if (*bus == 's')
		tpl_printf(out, "      <spirit:slave><spirit:memoryMapRef "
			   "spirit:memoryMapRef=\"%s\"/></spirit:slave>\n",
			   bus);
	else
		tpl_printf(out, "      <spirit:master><spirit:addressSpaceRef "
			   "spirit:addressSpaceRef=\"%s\"/></spirit:master>\n",
			   bus);
	tpl_printf(out, "      <spirit:portMaps>\n");
	for (size_t i = 0; i < p->count; i++) {
		char logical[CORE_PORT_NAME] = "";

		if (strncmp(p->list[i].name, bus, n) ||
		    p->list[i].name[n] != '_')
			continue;
		for (const char *s = p->list[i].name + n + 1; *s; s++)
			logical[strlen(logical)] = (char)toupper(*s);
		put_map(out, logical, p->list[i].name);
	}
	tpl_printf(out, "      </spirit:portMaps>\n");
	if (*bus == 's')
		put_parameter(out, "PROTOCOL", "AXI4LITE");
	tpl_printf(out, "    </spirit:busInterface>\n");
}

static void put_buses(struct tpl_out *out, const struct port_list *p)
{
	char bus[CORE_PORT_NAME], all[4 * CORE_PORT_NAME] = "";

	tpl_printf(out, "  <spirit:busInterfaces>\n");
	for (size_t i = 0; i < p->count; i++) {
		bus_at(p, i, bus);
		if (!*bus)
			continue;
		put_axi(out, p, bus);
		strcat(strcat(all, *all ? ":" : ""), bus);
	}
	put_signal(out, "clk", "clock", "CLK", "slave", "ASSOCIATED_BUSIF",
		   all);
	put_signal(out, "rst", "reset", "RST", "slave", "POLARITY",
		   "ACTIVE_HIGH");
	put_signal(out, "irq", "interrupt", "INTERRUPT", "master",
		   "SENSITIVITY", "LEVEL_HIGH");
	tpl_printf(out, "  </spirit:busInterfaces>\n");
}

/* What the masters address: 4 GiB, of which the processor uses its RAM. */
static void put_spaces(struct tpl_out *out, const struct port_list *p)
{
	char bus[CORE_PORT_NAME];
	bool any = false;

	for (size_t i = 0; i < p->count; i++) {
		bus_at(p, i, bus);
		if (*bus != 'm')
			continue;
		tpl_printf(out, "%s    <spirit:addressSpace><spirit:name>%s"
			   "</spirit:name><spirit:range>4G</spirit:range>"
			   "<spirit:width>32</spirit:width>"
			   "</spirit:addressSpace>\n",
			   any ? "" : "  <spirit:addressSpaces>\n", bus);
		any = true;
	}
	if (any)
		tpl_printf(out, "  </spirit:addressSpaces>\n");
}

static void put_escaped(struct tpl_out *out, const char *text)
{
	for (; *text; text++)
		if (*text == '"')
			tpl_printf(out, "&quot;");
		else
			tpl_printf(out, "%c", *text);
}

static void put_registers(struct tpl_out *out, const struct config *cfg)
{
	static const struct {
		const char *id, *access, *doc;
		unsigned offset;
	} regs[] = {
#define RO "read-only"
#define RW "read-write"
#define ACT "write-only"
#define REG(id, name, offset, access, doc) { #id, access, doc, offset },
#include "isa/host.def"
	};

	for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) {
		if (!host_has(cfg, regs[i].id))
			continue;
		tpl_printf(out, "        <spirit:register><spirit:name>%s"
			   "</spirit:name><spirit:description>", regs[i].id);
		put_escaped(out, host_doc(cfg, regs[i].id, regs[i].doc));
		tpl_printf(out, "</spirit:description>"
			   "<spirit:addressOffset>0x%03x"
			   "</spirit:addressOffset><spirit:size>32"
			   "</spirit:size><spirit:access>%s</spirit:access>"
			   "</spirit:register>\n", regs[i].offset,
			   regs[i].access);
	}
}

static void put_memory_map(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "  <spirit:memoryMaps>\n    <spirit:memoryMap>\n"
		   "      <spirit:name>s_axi</spirit:name>\n"
		   "      <spirit:addressBlock>\n"
		   "        <spirit:name>registers</spirit:name>\n"
		   "        <spirit:baseAddress>0</spirit:baseAddress>\n"
		   "        <spirit:range>%d</spirit:range>\n"
		   "        <spirit:width>32</spirit:width>\n"
		   "        <spirit:usage>register</spirit:usage>\n",
		   ISA_HOST_BYTES);
	put_registers(out, cfg);
	tpl_printf(out, "      </spirit:addressBlock>\n"
		   "    </spirit:memoryMap>\n  </spirit:memoryMaps>\n");
}

static void put_port(struct tpl_out *out, const char *name, bool output,
		     unsigned bits)
{
	tpl_printf(out, "      <spirit:port><spirit:name>%s</spirit:name>"
		   "<spirit:wire><spirit:direction>%s</spirit:direction>", name,
		   output ? "out" : "in");
	if (bits > 1)
		tpl_printf(out, "<spirit:vector><spirit:left>%u</spirit:left>"
			   "<spirit:right>0</spirit:right></spirit:vector>",
			   bits - 1);
	tpl_printf(out, "</spirit:wire></spirit:port>\n");
}

static void put_model(struct tpl_out *out, const struct tree *tree,
		      const struct port_list *p)
{
	static const char *const views[] = { "synthesis", "simulation" };

	tpl_printf(out, "  <spirit:model>\n    <spirit:views>\n");
	for (int i = 0; i < 2; i++)
		tpl_printf(out, "      <spirit:view><spirit:name>"
			   "xilinx_anylanguage%s</spirit:name>"
			   "<spirit:envIdentifier>:vivado.xilinx.com:%s"
			   "</spirit:envIdentifier><spirit:language>Verilog"
			   "</spirit:language><spirit:modelName>%s"
			   "</spirit:modelName><spirit:fileSetRef>"
			   "<spirit:localName>rtl</spirit:localName>"
			   "</spirit:fileSetRef></spirit:view>\n",
			   i ? "behavioralsimulation" : views[i], views[i],
			   tree->top);
	tpl_printf(out, "    </spirit:views>\n    <spirit:ports>\n");
	put_port(out, "clk", false, 1);
	put_port(out, "rst", false, 1);
	for (size_t i = 0; i < p->count; i++)
		put_port(out, p->list[i].name, p->list[i].output,
			 p->list[i].bits);
	tpl_printf(out, "    </spirit:ports>\n  </spirit:model>\n");
}

void write_ipxact(struct tpl_out *out, const struct tree *tree)
{
	struct port_list p;

	p.count = top_ports(tree->cfg, p.list);
	tpl_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<!-- component.xml - %s for block designs\n"
		   "     SPDX-License-Identifier: Apache-2.0 -->\n"
		   "<spirit:component xmlns:spirit="
		   "\"http://www.spiritconsortium.org/XMLSchema/SPIRIT/"
		   "1685-2009\">\n"
		   "  <spirit:vendor>warpwright</spirit:vendor>\n"
		   "  <spirit:library>gpu</spirit:library>\n"
		   "  <spirit:name>%s</spirit:name>\n"
		   "  <spirit:version>1.0</spirit:version>\n", tree->top,
		   tree->top);
	put_buses(out, &p);
	put_spaces(out, &p);
	put_memory_map(out, tree->cfg);
	put_model(out, tree, &p);
	tpl_printf(out, "  <spirit:fileSets>\n    <spirit:fileSet>\n"
		   "      <spirit:name>rtl</spirit:name>\n");
	for (size_t i = 0; i < tree->count; i++)
		if (tree->files[i].is_rtl)
			tpl_printf(out, "      <spirit:file><spirit:name>%s"
				   "</spirit:name><spirit:fileType>"
				   "verilogSource</spirit:fileType>"
				   "</spirit:file>\n", tree->files[i].name);
	tpl_printf(out, "    </spirit:fileSet>\n  </spirit:fileSets>\n"
		   "  <spirit:description>SIMT processor emitted by warpwright"
		   "</spirit:description>\n</spirit:component>\n");
}
