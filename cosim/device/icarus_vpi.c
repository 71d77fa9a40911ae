/* icarus_vpi.c - the VPI module of the Icarus driver: clock and ports
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compiled with the model and loaded by vvp. It drives the clock, and exchanges
 * the ports with warpwright (icarus_link.h) once per cycle. Inputs change at
 * the falling edge. Outputs are read right before the rising edge.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vpi_user.h>

#include "cosim/device/icarus_link.h"

enum { HALF = 5, LATE = 1 };

/* In place of a bit: any of them. */
enum { ANY = -1 };

struct port {
	const char *name;
	int input;
	int guard, unless, bit;
	vpiHandle net;
	int words;
	enum { NEVER, KNOWN, X } driven; /* inputs */
	uint32_t last[ICARUS_WORDS];    /* inputs: the last driven words */
};

static struct port ports[ICARUS_PORTS] = {
#define IN(name, field, valid, unless, bit) { \
	#name, 1, ICARUS_##valid, ICARUS_##unless, bit, NULL, 0, NEVER, { 0 } \
},
#define APART_IN(name) IN(name, none, NONE, NONE, 0)
#define APART_OUT(name, valid, bit) { \
	#name, 0, ICARUS_##valid, ICARUS_NONE, bit, NULL, 0, NEVER, { 0 } \
},
#define OUT(name, field, check, valid, bit) APART_OUT(name, valid, bit)
#define OUT_WORDS(name, field, check, valid, bit) APART_OUT(name, valid, bit)
#include "cosim/device/ports.def"
};

static struct icarus_link *shared;
static vpiHandle clock_net;

/* --- messages
 * --------------------------------------------------------------- */

static void send_byte(char byte)
{
	if (write(ICARUS_SOCKET, &byte, 1) != 1)
		_exit(1);               /* the driver has ended */
}

/* Waits for the driver. Returns 1 if the run continues. */
static int wait_for_go(void)
{
	char byte;

	if (read(ICARUS_SOCKET, &byte, 1) != 1)
		_exit(1);
	return byte == ICARUS_GO;
}

/* --- inputs ------------------------------------------------------------- */

static void put(vpiHandle net, struct t_vpi_vecval *vector)
{
	s_vpi_value value = { .format = vpiVectorVal };

	value.value.vector = vector;
	vpi_put_value(net, &value, NULL, vpiNoDelay);
}

static void put_clock(int level)
{
	struct t_vpi_vecval one = { .aval = level, .bval = 0 };

	put(clock_net, &one);
}

static void put_unknown(struct port *p)
{
	struct t_vpi_vecval vector[ICARUS_WORDS];

	memset(vector, 0xff, sizeof vector);
	put(p->net, vector);
	p->driven = X;
}

static void put_words(struct port *p, const uint32_t *words)
{
	struct t_vpi_vecval vector[ICARUS_WORDS];

	for (int i = 0; i < p->words; i++) {
		vector[i].aval = (PLI_INT32)words[i];
		vector[i].bval = 0;
		p->last[i] = words[i];
	}
	put(p->net, vector);
	p->driven = KNOWN;
}

/* Has input P no meaning in this cycle? It is then driven unknown. */
static int is_meaningless(const struct port *p)
{
	const struct icarus_words *w = shared->port;

	return (p->guard != ICARUS_NONE && !w[p->guard].value[0]) ||
	       (p->unless != ICARUS_NONE &&
		w[p->unless].value[0] >> p->bit & 1);
}

static void put_input(struct port *p, const uint32_t *words)
{
	if (is_meaningless(p)) {
		if (p->driven != X)
			put_unknown(p);
	} else if (p->driven != KNOWN ||
		   memcmp(p->last, words, 4 * (size_t)p->words) != 0) {
		put_words(p, words);
	}
}

static void put_inputs(void)
{
	for (int i = 0; i < ICARUS_PORTS; i++)
		if (ports[i].input && ports[i].net)
			put_input(&ports[i], shared->port[i].value);
}

/* --- outputs ------------------------------------------------------------ */

/* Is output P valid, or may it be, in this cycle? */
static int is_needed(const struct port *p)
{
	const struct icarus_words *w = &shared->port[p->guard];
	uint32_t any = 0;

	for (int i = 0; i < ports[p->guard].words; i++)
		any |= w->value[i] | w->unknown[i];
	return p->bit == ANY ? any != 0 : any >> p->bit & 1;
}

static void get_output(struct port *p, struct icarus_words *out)
{
	s_vpi_value value = { .format = vpiVectorVal };

	vpi_get_value(p->net, &value);
	for (int i = 0; i < p->words; i++) {
		uint32_t a = (uint32_t)value.value.vector[i].aval;
		uint32_t b = (uint32_t)value.value.vector[i].bval;

		out->value[i] = p == &ports[ICARUS_audit_data] ? a | b : a & ~b;
		out->unknown[i] = b;
	}
}

static void get_outputs(void)
{
	for (int i = 0; i < ICARUS_PORTS; i++)
		if (!ports[i].input && ports[i].net &&
		    (ports[i].guard == ICARUS_NONE || is_needed(&ports[i])))
			get_output(&ports[i], &shared->port[i]);
}

/* --- the clock ---------------------------------------------------------- */

static void call_after(unsigned time, PLI_INT32 (*callback)(struct t_cb_data *))
{
	s_vpi_time when = { .type = vpiSimTime, .low = time };
	s_cb_data cb = { .reason = cbAfterDelay, .cb_rtn = callback,
			 .time = &when };

	vpi_register_cb(&cb);
}

static PLI_INT32 low(struct t_cb_data *cb);

static PLI_INT32 high(struct t_cb_data *cb)
{
	(void)cb;
	get_outputs();
	send_byte(ICARUS_READY);
	if (wait_for_go()) {
		put_clock(1);
		call_after(HALF, low);
	} else {
		vpi_control(vpiFinish, 0);
	}
	return 0;
}

static PLI_INT32 low(struct t_cb_data *cb)
{
	(void)cb;
	put_clock(0);
	put_inputs();
	call_after(HALF, high);
	return 0;
}

/* Called after time 0: values put at time 0 are lost when nets are
 * initialized. */
static PLI_INT32 first(struct t_cb_data *cb)
{
	(void)cb;
	put_clock(0);
	put_inputs();
	call_after(HALF - LATE, high);
	return 0;
}

/* --- start
 * ------------------------------------------------------------------ */

static void connect(vpiHandle top, int i)
{
	struct port *p = &ports[i];
	int bits;

	p->net = vpi_handle_by_name((PLI_BYTE8 *)(size_t)p->name, top);
	bits = vpi_get(vpiSize, p->net);
	p->words = (bits + 31) / 32;
	if (p->words > ICARUS_WORDS)
		p->net = NULL;
	shared->port[i].bits = (uint32_t)bits;
}

/* Ports only: a wire inside the core may have a name of the table, too. */
static void connect_ports(vpiHandle top)
{
	vpiHandle all = vpi_iterate(vpiPort, top), port;

	while (all && (port = vpi_scan(all)))
		for (int i = 0; i < ICARUS_PORTS; i++)
			if (strcmp(vpi_get_str(vpiName, port),
				   ports[i].name) == 0)
				connect(top, i);
}

/* The top module that is not icarus_waves.v. */
static vpiHandle find_core(void)
{
	vpiHandle all = vpi_iterate(vpiModule, NULL), top;

	while (all && (top = vpi_scan(all)))
		if (strcmp(vpi_get_str(vpiName, top), "warpwright_waves") != 0)
			return top;
	return NULL;
}

static PLI_INT32 begin(struct t_cb_data *cb)
{
	vpiHandle top = find_core();

	(void)cb;
	clock_net = top ? vpi_handle_by_name("clk", top) : NULL;
	if (!clock_net) {
		vpi_printf("there is no core with a clk\n");
		vpi_control(vpiFinish, 1);
		return 0;
	}
	connect_ports(top);
	send_byte(ICARUS_HELLO);
	if (wait_for_go())
		call_after(LATE, first);
	else
		vpi_control(vpiFinish, 0);
	return 0;
}

static void start(void)
{
	s_vpi_time when = { .type = vpiSimTime };
	s_cb_data cb = { .reason = cbAfterDelay, .cb_rtn = begin,
			 .time = &when };

	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
		      ICARUS_MEMORY, 0);
	if (shared == MAP_FAILED || shared->abi != ICARUS_ABI) {
		vpi_printf("warpwright's VPI module is loaded by 'warpwright "
			   "cosim --sim icarus' only\n");
		_exit(1);
	}
	vpi_register_cb(&cb);
}

void (*vlog_startup_routines[])(void) = { start, NULL };
