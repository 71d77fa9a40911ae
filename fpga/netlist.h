/* netlist.h - a netlist as yosys writes it (write_json), in arrays
 * SPDX-License-Identifier: Apache-2.0
 *
 * A pool stores each name once; a name is known by its number. A net is one
 * bit, known by the number that yosys gave it. All constants are
 * NETLIST_CONSTANT. A `struct netlist` owns everything that it points to.
 */
#ifndef WW_FPGA_NETLIST_H
#define WW_FPGA_NETLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NETLIST_CONSTANT UINT32_MAX

/* One bit of a cell's port on a net. */
struct netlist_pin {
	uint32_t port;          /* name */
	uint32_t bit : 31;      /* bit of the port */
	uint32_t output : 1;    /* the cell drives it */
	uint32_t net;
};

struct netlist_cell {
	uint32_t type;          /* name */
	const char *name;
	uint32_t first, count;  /* range of the module's pins */
	void *parameters;       /* see netlist_parameter */
};

/* A port of a module. */
struct netlist_port {
	/* name; range of the module's port_nets */
	uint32_t name, first, count;
	bool output;
};

struct netlist_module {
	uint32_t name;
	bool blackbox;
	struct netlist_cell *cells;
	size_t cell_count;
	struct netlist_pin *pins;
	size_t pin_count;
	struct netlist_port *ports;
	size_t port_count;
	uint32_t *port_nets;
	uint32_t net_end;       /* all net numbers are below */
	struct netlist_net *nets;       /* of each number; NULL: joined */
	/* Origins of the nets of a joined module (join.h); NULL: no joined
	 * module. */
	struct netlist_place *places;
};

/* The best name of a net: bit AT of NAME, which has several bits if WIDE; NULL:
 * it has none. A smaller rank is better. */
struct netlist_net {
	const char *name;
	size_t rank;
	uint32_t at;
	bool wide;
};

/* The origin of a net: NET of MODULE, joined as instance PATH ("u_core."). */
struct netlist_place {
	const char *path;
	const struct netlist_module *module;
	uint32_t net;
};

struct netlist {
	struct netlist_module *modules;
	size_t module_count;
	void *pool;             /* pool of names */
	void *json;             /* JSON tree into which the rest points */
	char **paths;           /* paths of joined instances */
	size_t path_count;
};

/* Reads the file at PATH. 0 and *OUT, or -1 and WHY. */
int netlist_read(const char *path, struct netlist **out, char *why,
		 size_t why_size);
void netlist_free(struct netlist *n);

/* netlist_new: a netlist without modules; NULL: out of memory. netlist_intern:
 * the number of TEXT in N, which TEXT must outlive; NETLIST_CONSTANT: out of
 * memory. */
struct netlist *netlist_new(void);
uint32_t netlist_intern(struct netlist *n, const char *text);

/* The text of a name, and the number of a text; NETLIST_CONSTANT: no such
 * name. */
const char *netlist_text(const struct netlist *n, uint32_t name);
uint32_t netlist_name(const struct netlist *n, const char *text);
/* A bound: all numbers of names are below. */
uint32_t netlist_names(const struct netlist *n);

/* The module called NAME (a number), or NULL. */
const struct netlist_module *netlist_module(const struct netlist *n,
					    uint32_t name);

/* A parameter of a cell as yosys writes it (binary digits or text), or NULL. */
const char *netlist_parameter(const struct netlist_cell *c, const char *name);

/* BUF = the best name of NET of M, "u_core.pc[3]": the shortest name of the
 * source, else the shortest of the tool. */
void netlist_net_name(const struct netlist_module *m, uint32_t net, char *buf,
		      size_t size);

#endif
