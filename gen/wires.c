/* wires.c - emits ports, wires and instances of the blocks, from wires.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Blocks contain blocks. A wire is a port of every block that it enters or
 * leaves. It is declared in the innermost block that contains all its ends.
 *
 * A set of blocks has a bit per block.
 */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gen/cores.h"
#include "gen/derive.h"
#include "gen/emitters.h"
#include "gen/word.h"

typedef uint64_t set;

enum { WIRES_MAX = 640, TEXT_SIZE = 160, LINE_WIDTH = 100 };

/* Numbers of the blocks, then of the groups of ports of top. */
enum {
#define BLOCK(id, ...) NO_##id,
#define OUTSIDE(id, heading) NO_##id,
#include "gen/wires.def"
	NUMBERS
};

/* The same as sets with one element. */
#define BLOCK(id, ...) static const set id = (set)1 << NO_##id;
#define OUTSIDE(id, heading) static const set id = (set)1 << NO_##id;
#include "gen/wires.def"

_Static_assert(NUMBERS <= 64, "a set of blocks has 64 bits");

/* The range of a register number. */
static const char *reg_range(const struct derived *d)
{
	static const char *const range[] = { "[4:0]", "[5:0]", "[6:0]",
					     "[7:0]", "[8:0]" };

	return range[d->reg_top - 4];
}

/* The set of block NO alone. */
static set one(int no)
{
	return (set)1 << no;
}

struct block {
	const char *module;     /* NULL: a group of ports of top */
	const char *heading;
	set parent;             /* of one element, or empty */
	bool present;
	unsigned first, last;   /* first and last point of stalls.def in it */
	set inside;             /* the block and all blocks in it */
};

struct alias {
	set block;
	bool holds;
	const char *outside, *inside;
};

struct wire {
	const char *name, *width, *doc;
	set from, to;
	const char *expr;       /* of a port that takes an expression, or
				 * NULL */
};

/* A field of the control word at one of the three places where it is a wire. */
struct word_wire {
	char name[32], width[24];
};

struct design {
	const struct config *cfg;
	struct derived d;
	struct block blocks[NUMBERS];
	struct alias aliases[64];
	struct wire wires[WIRES_MAX];
	struct word_wire words[3 * WORD_FIELDS_MAX];
	size_t alias_count, wire_count, word_count;
};

/* A wire as a port of a block. */
struct port {
	const struct wire *wire;
	bool output;
	int neighbour;          /* number of the block or group at its other
				 * end */
};

struct ports {
	struct port list[WIRES_MAX];
	size_t count;
};

static int lowest(set s)
{
	int n = 0;

	assert(s);
	while (!(s >> n & 1))
		n++;
	return n;
}

static void fill_blocks(struct design *g)
{
	const struct config *c = g->cfg;
	const struct derived *d = &g->d;
	const struct block blocks[] = {
#define BLOCK(id, module, parent, when, first, last, heading) \
	{ #module, heading, parent, when, first, last, id },
#define OUTSIDE(id, heading) { NULL, heading, 0, true, 1, 0, id },
#include "gen/wires.def"
	};

	memcpy(g->blocks, blocks, sizeof blocks);
	for (int i = 0; i < NUMBERS; i++)
		for (set up = blocks[i].parent; up;
		     up = blocks[lowest(up)].parent)
			g->blocks[lowest(up)].inside |= one(i);
	(void)c;
}

static void fill_aliases(struct design *g)
{
	const struct derived *d = &g->d;
	const struct alias aliases[] = {
#define ALIAS(id, when, outside, inside) { id, when, outside, inside },
#include "gen/wires.def"
	};

	assert(sizeof aliases <= sizeof g->aliases);
	memcpy(g->aliases, aliases, sizeof aliases);
	g->alias_count = sizeof aliases / sizeof aliases[0];
}

static void add_wire(struct design *g, struct wire w)
{
	for (int i = 0; i < NUMBERS; i++)
		if (!g->blocks[i].present)
			w.to &= ~one(i);
	assert(w.to || w.expr);
	if (!w.to)
		return;
	assert(g->blocks[lowest(w.from)].present);
	assert(g->wire_count < WIRES_MAX);
	g->wires[g->wire_count++] = w;
}

static void fill_wires(struct design *g)
{
	const struct config *c = g->cfg;
	const struct derived *d = &g->d;
	const set instructions = d->icache ? ICACHE : IBUS;
	const set data = d->dcache ? DCACHE : DBUS;
	const set dispatcher = !c->dispatch ? 0 :
			       d->many_cores ? DISPATCHER : DISPATCH;
	const set ibus = d->core_axi ? AXI : IBUS;
	const set dbus = d->core_axi ? AXI : DBUS;

#define WIRE(name, width, when, from, to, doc) \
	if (when) \
		add_wire(g, (struct wire){ #name, width, doc, from, to, NULL });
#define TAKES(id, name, width, when, from, expr, doc) \
	if (when) \
		add_wire(g, (struct wire){ #name, width, doc, from, id, expr });
#include "gen/wires.def"
}

static void add_word(struct design *g, const struct word_field *f, char stage,
		     set from, set to)
{
	struct word_wire *w = &g->words[g->word_count++];

	snprintf(w->name, sizeof w->name, "%c_%s", stage, f->name);
	word_width(f, w->width);
	add_wire(g, (struct wire){ w->name, w->width, f->doc, from, to, NULL });
}

static set word_takers(const struct word_field *f)
{
	return (f->uses & WORD_EXECUTE ? EXECUTE : 0) |
	       (f->uses & WORD_ACCESS ? LSU : 0) |
	       (f->uses & WORD_CONTROL ? WARP_CONTROL : 0);
}

static void fill_word(struct design *g)
{
	struct word_field fields[WORD_FIELDS_MAX];
	size_t n = word_fields(g->cfg, fields);

	for (size_t i = 0; i < n; i++) {
		const struct word_field *f = &fields[i];
		if (!f->slice)
			add_word(g, f, 'd', DECODE, ISSUE);
		if (f->uses & WORD_KEPT)
			add_word(g, f, 'i', ISSUE, OPERANDS);
		if (f->uses & WORD_THROUGH)
			add_word(g, f, 'x', OPERANDS, word_takers(f));
	}
}

static struct design *design_new(const struct config *cfg)
{
	struct design *g = calloc(1, sizeof *g);

	if (!g)
		arena_exhausted();
	g->cfg = cfg;
	derive(cfg, &g->d);
	fill_blocks(g);
	fill_aliases(g);
	fill_word(g);
	fill_wires(g);
	return g;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Appends the word at *P to OUT, with the prefix that the first alias of BLOCK
 * changes. */
static void put_word(const struct design *g, char *out, const char **p,
		     set block)
{
	for (size_t i = 0; i < g->alias_count; i++) {
		const struct alias *a = &g->aliases[i];
		size_t n = strlen(a->outside);
		if (a->block == block && a->holds &&
		    strncmp(*p, a->outside, n) == 0) {
			strcat(out, a->inside);
			*p += n;
			break;
		}
	}
	while (is_word(**p))
		strncat(out, (*p)++, 1);
}

/* Writes the name of W in block NO to NAME. */
static void name_in(const struct design *g, const struct wire *w, int no,
		    char *name)
{
	char above[TEXT_SIZE];
	const char *p = above;

	strcpy(name, w->name);
	if (w->expr)
		return;
	strcpy(above, w->name);
	if (g->blocks[no].parent)
		name_in(g, w, lowest(g->blocks[no].parent), above);
	name[0] = '\0';
	put_word(g, name, &p, one(no));
}

/* Appends the value of ${name} at *P to OUT. */
static void put_number(const struct design *g, char *out, const char **p)
{
	const char *name = *p + 2, *end = strchr(name, '}');
	const struct derive_row *row;

	for (size_t i = 0; (row = derive_row(i)); i++)
		if (strlen(row->name) == (size_t)(end - name) &&
		    strncmp(row->name, name, (size_t)(end - name)) == 0)
			break;
	assert(row);
	sprintf(out + strlen(out), "%u", (unsigned)derive_get(&g->d, row));
	*p = end + 1;
}

/* Writes the width of W in BLOCK to OUT, with a space before it unless it is
 * empty. */
static void width_in(const struct design *g, const struct wire *w, set block,
		     char *out)
{
	strcpy(out, *w->width ? " " : "");
	for (const char *p = w->width; *p;) {
		if (*p == '$')
			put_number(g, out, &p);
		else if (isalpha((unsigned char)*p))
			put_word(g, out, &p, block);
		else
			strncat(out, p++, 1);
	}
}

/* Writes the expression of W to OUT, with numbers for its ${name}. */
static void expr_of(const struct design *g, const struct wire *w, char *out)
{
	out[0] = '\0';
	for (const char *p = w->expr; *p;) {
		if (*p == '$')
			put_number(g, out, &p);
		else
			strncat(out, p++, 1);
	}
}

/* Is W a port of block NO? Then fills *P. */
static bool find_port(const struct design *g, const struct wire *w, int no,
		      struct port *p)
{
	set inside = g->blocks[no].inside;
	set enters = w->to & inside, leaves = w->to & ~inside;

	if (w->expr && w->to != one(no))
		return false;
	*p = (struct port){ w, false, lowest(w->from) };
	if (w->expr || (!(w->from & inside) && enters))
		return true;
	p->output = true;
	p->neighbour = leaves ? lowest(leaves) : 0;
	return w->from & inside && leaves;
}

/* Finds the ports of block NO, ordered by neighbour. */
static void find_ports(const struct design *g, int no, struct ports *ports)
{
	ports->count = 0;
	for (int neighbour = 0; neighbour < NUMBERS; neighbour++)
		for (size_t i = 0; i < g->wire_count; i++) {
			struct port *p = &ports->list[ports->count];
			if (find_port(g, &g->wires[i], no, p) &&
			    p->neighbour == neighbour)
				ports->count++;
		}
}

/* The column of the names of ports. */
static int column_of(const struct design *g, const struct ports *ports, int no)
{
	char width[TEXT_SIZE];
	int column = 0;

	for (size_t i = 0; i < ports->count; i++) {
		int n;
		width_in(g, ports->list[i].wire, one(no), width);
		n = (int)strlen(width);
		column = n > column && n < 22 ? n : column;
	}
	return column;
}

static void put_doc(struct tpl_out *out, const char *doc)
{
	tpl_printf(out, *doc ? "  // %s\n" : "\n", doc);
}

static void put_port(struct tpl_out *out, const struct design *g,
		     const struct port *p, int no, int column, bool last)
{
	char name[TEXT_SIZE], width[TEXT_SIZE];

	name_in(g, p->wire, no, name);
	width_in(g, p->wire, one(no), width);
	tpl_printf(out, "  %s wire%-*s %s%s", p->output ? "output" : "input ",
		   column, width, name, last ? "" : ",");
	put_doc(out, p->wire->doc);
}

static bool stalls(const struct design *g, const struct block *b)
{
	return g->cfg->congest && b->first <= b->last;
}

static void emit_ports(struct tpl_out *out, const struct config *cfg, int no)
{
	struct design *g = design_new(cfg);
	const struct block *b = &g->blocks[no];
	struct ports ports;
	int column, group = -1;

	find_ports(g, no, &ports);
	column = column_of(g, &ports, no);
	tpl_printf(out, "  input  wire%-*s clk,\n  input  wire%-*s rst,\n",
		   column, "", column, "");
	if (stalls(g, b))
		tpl_printf(out, "  input  wire [39:0] congest,  "
			   "// {rate, seed}\n  output wire [%u:%u] congested,  "
			   "// per stall point: it delays something now\n",
			   b->last, b->first);
	for (size_t i = 0; i < ports.count; i++) {
		const struct port *p = &ports.list[i];
		if (p->neighbour != group)
			tpl_printf(out, "  // %s\n",
				   g->blocks[p->neighbour].heading);
		group = p->neighbour;
		put_port(out, g, p, no, column, i + 1 == ports.count);
	}
	free(g);
}

/* Is W declared in block NO? Then all its ends are in NO, but not in one block
 * inside NO. */
static bool is_declared(const struct design *g, const struct wire *w, int no)
{
	set ends = w->from | w->to;

	if (w->expr || ends & ~g->blocks[no].inside)
		return false;
	for (int i = 0; i < NUMBERS; i++)
		if (g->blocks[i].parent == one(no) &&
		    !(ends & ~g->blocks[i].inside))
			return false;
	return true;
}

static void emit_wires(struct tpl_out *out, const struct config *cfg, int no)
{
	struct design *g = design_new(cfg);
	char name[TEXT_SIZE], width[TEXT_SIZE];

	for (size_t i = 0; i < g->wire_count; i++) {
		if (!is_declared(g, &g->wires[i], no))
			continue;
		name_in(g, &g->wires[i], no, name);
		width_in(g, &g->wires[i], one(no), width);
		tpl_printf(out, "  wire%-23s %s;\n", width, name);
	}
	free(g);
}

/* Does TEXT contain the word NAME? */
static bool has_word(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *p = text; (p = strstr(p, name)); p += n)
		if ((p == text || !is_word(p[-1])) && !is_word(p[n]))
			return true;
	return false;
}

/* Is NAME used in a width or an expression in block NO? */
static bool is_used(const struct design *g, const char *name, int no)
{
	struct port p;

	for (size_t i = 0; i < g->wire_count; i++) {
		const struct wire *w = &g->wires[i];
		if (w->expr && g->blocks[lowest(w->to)].parent == one(no) &&
		    has_word(w->expr, name))
			return true;
		if ((is_declared(g, w, no) || find_port(g, w, no, &p)) &&
		    has_word(w->width, name))
			return true;
	}
	return false;
}

static void emit_params(struct tpl_out *out, const struct config *c, int no)
{
	struct design *g = design_new(c);
	const struct derived *d = &g->d;
	const char *before = "";

#define PARAM(name, value) \
	if (is_used(g, #name, no)) { \
		tpl_printf(out, "%s  parameter " #name " = %u", before, \
			   (unsigned)(value)); \
		before = ",\n"; \
	}
#include "gen/wires.def"
	tpl_printf(out, "\n");
	free(g);
}

/* Adds a connection, on a new line if the last one is full. */
static void connect(struct tpl_out *out, const char *text, size_t *column)
{
	size_t n = strlen(text);

	if (*column + n + 3 > LINE_WIDTH || *column == 0) {
		tpl_printf(out, "%s\n    ", *column ? "," : "");
		*column = 4;
	} else {
		tpl_printf(out, ", ");
		*column += 2;
	}
	tpl_printf(out, "%s", text);
	*column += n;
}

static void connect_port(struct tpl_out *out, const struct design *g,
			 const struct port *p, int no, size_t *column)
{
	char port[TEXT_SIZE], net[TEXT_SIZE], text[2 * TEXT_SIZE + 4];

	name_in(g, p->wire, no, port);
	if (p->wire->expr)
		expr_of(g, p->wire, net);
	else
		name_in(g, p->wire, lowest(g->blocks[no].parent), net);
	sprintf(text, ".%s(%s)", port, net);
	connect(out, text, column);
}

static void put_instance(struct tpl_out *out, const struct design *g, int no)
{
	const struct block *b = &g->blocks[no];
	struct ports ports;
	char text[TEXT_SIZE];
	size_t column = 0;

	find_ports(g, no, &ports);
	tpl_printf(out, "\n  %s_%s u_%s (", g->cfg->prefix, b->module,
		   b->module);
	connect(out, ".clk(clk)", &column);
	connect(out, ".rst(rst)", &column);
	if (stalls(g, b)) {
		connect(out, ".congest(congest)", &column);
		sprintf(text, ".congested(congested[%u:%u])", b->last,
			b->first);
		connect(out, text, &column);
	}
	for (size_t i = 0; i < ports.count; i++)
		connect_port(out, g, &ports.list[i], no, &column);
	tpl_printf(out, "\n  );\n");
}

static void emit_blocks(struct tpl_out *out, const struct config *cfg, int no)
{
	struct design *g = design_new(cfg);

	for (int i = 0; i < NUMBERS; i++)
		if (g->blocks[i].parent == one(no) && g->blocks[i].present)
			put_instance(out, g, i);
	free(g);
}

/* Reads the parameter or number at *P and returns its value. */
static unsigned number_at(const struct design *g, const char **p)
{
	const struct config *c = g->cfg;
	const struct derived *d = &g->d;
	char name[TEXT_SIZE] = "";

	if (isdigit((unsigned char)**p))
		return (unsigned)strtoul(*p, (char **)p, 10);
	while (is_word(**p))
		strncat(name, (*p)++, 1);
#define PARAM(id, value) \
	if (strcmp(name, #id) == 0) \
		return (unsigned)(value);
#include "gen/wires.def"
	assert(!"a width has parameters of wires.def only");
	return 0;
}

/* Reads A * B - C at *P; B and C may be missing. */
static unsigned bound_at(const struct design *g, const char **p)
{
	unsigned value = number_at(g, p);

	for (; **p == '*'; value *= number_at(g, p))
		++*p;
	if (**p == '-') {
		++*p;
		value -= number_at(g, p);
	}
	return value;
}

/* The number of bits of WIDTH, in the form of width_in. */
static unsigned bits_of(const struct design *g, const char *width)
{
	const char *p = width + 2;
	unsigned high;

	if (!*width)
		return 1;
	high = bound_at(g, &p);
	assert(*p == ':');
	p++;
	return high - bound_at(g, &p) + 1;
}

unsigned core_param(const struct config *cfg, const char *name)
{
	struct design *g = design_new(cfg);
	unsigned value = number_at(g, &name);

	free(g);
	return value;
}

/* Writes the number of bits of WIDTH, in the form of width_in, to OUT: a
 * product of names and numbers if that is what WIDTH has, else BITS. */
static void factors_of(const char *width, unsigned bits,
		       char out[CORE_PORT_WIDTH])
{
	static const char end[] = "-1:0]";
	size_t length = strlen(width);

	snprintf(out, CORE_PORT_WIDTH, "%u", bits);
	if (length > sizeof end &&
	    !strcmp(width + length + 1 - sizeof end, end))
		snprintf(out, CORE_PORT_WIDTH, "%.*s",
			 (int)(length - 1 - sizeof end), width + 2);
}

size_t core_ports(const struct config *cfg, struct core_port *out)
{
	struct design *g = design_new(cfg);
	char name[TEXT_SIZE], width[TEXT_SIZE];
	struct ports ports;

	find_ports(g, NO_TOP, &ports);
	assert(ports.count <= CORE_PORTS);
	for (size_t i = 0; i < ports.count; i++) {
		const struct port *p = &ports.list[i];
		set group = one(p->neighbour);
		name_in(g, p->wire, NO_TOP, name);
		width_in(g, p->wire, TOP, width);
		out[i] = (struct core_port){
			"", bits_of(g, width), "", p->output,
			(group & (IBUS | DBUS)) != 0, group == TRACE,
			group == HOST, group == LAUNCH, group == DISPATCHER,
			g->blocks[p->neighbour].heading, p->wire->doc
		};
		snprintf(out[i].name, sizeof out[i].name, "%.*s",
			 CORE_PORT_NAME - 1, name);
		factors_of(width, out[i].bits, out[i].width);
	}
	free(g);
	return ports.count;
}

/* The configuration for block NO. The AXI4 adapter is outside all cores; its
 * ports are those of a single core. */
static struct config block_config(const struct config *cfg, int no)
{
	struct config c = *cfg;

	if (no == NO_AXI) {
		c.shared_axi = c.cores > 1;
		c.cores = 1;
	}
	return c;
}

#define BLOCK(id, module, ...) \
	void emit_ports_##module(struct tpl_out *out, \
	const struct config *cfg) \
	{ \
		struct config c = block_config(cfg, NO_##id); \
		emit_ports(out, &c, NO_##id); \
	}
#include "gen/wires.def"

void emit_cores_axi(struct tpl_out *out, const struct config *cfg)
{
	struct config c = block_config(cfg, NO_AXI);
	struct design *g = design_new(&c);

	if (cfg->cores > 1 && g->blocks[NO_AXI].present)
		put_instance(out, g, NO_AXI);
	free(g);
}

/* The parameters of modules that have only those of wires.def. */
#define PARAMS_OF(id, module) \
	void emit_params_##module(struct tpl_out *out, \
				  const struct config *cfg) \
	{ \
		emit_params(out, cfg, NO_##id); \
	}
PARAMS_OF(TOP, top)
PARAMS_OF(CORE, core)
PARAMS_OF(EXECUTE, execute)

/* The contents of top.v and core.v. */
#define HOLDER(id, module) \
	void emit_wires_##module(struct tpl_out *out, \
				 const struct config *cfg) \
	{ \
		emit_wires(out, cfg, NO_##id); \
	} \
	void emit_blocks_##module(struct tpl_out *out, \
				  const struct config *cfg) \
	{ \
		emit_blocks(out, cfg, NO_##id); \
	}
HOLDER(TOP, top)
HOLDER(CORE, core)
