/* server.c - answers the packets of GDB
 * SPDX-License-Identifier: Apache-2.0
 *
 * The packets are those of the GDB manual, appendix "GDB Remote Serial
 * Protocol".
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdb/past.h"
#include "gdb/target.h"
#include "machine/has.h"

static uint32_t hex(const char **text)
{
	char *end;
	uint32_t value = (uint32_t)strtoul(*text, &end, 16);

	*text = end;
	return value;
}

static void skip(const char **text, char c)
{
	*text += **text == c;
}

static uint8_t hex_byte(const char *text)
{
	char pair[3] = { text[0], text[1], '\0' };

	return (uint8_t)strtoul(pair, NULL, 16);
}

static bool starts(const char *text, const char *with, const char **rest)
{
	size_t n = strlen(with);

	*rest = text + n;
	return strncmp(text, with, n) == 0;
}

static void say_done(struct gdb *d, bool done)
{
	rsp_say(&d->rsp, done ? "OK" : "E01");
}

/* --- stops ------------------------------------------------------------ */

/* Prints TEXT on GDB's console, while the program runs. */
static void print(struct gdb *d, const char *text)
{
	rsp_begin(&d->rsp);
	rsp_add(&d->rsp, "O");
	rsp_add_text(&d->rsp, text);
	rsp_send(&d->rsp);
}

/* The reason of a stop that GDB's signal alone does not say. */
static void explain(struct gdb *d)
{
	if (!d->ended || !d->signal)
		return;
	if (d->why) {
		print(d, d->why);
		return;
	}
	switch (d->how) {
	case GOLDEN_DEADLOCK:
		print(d, "warpwright: deadlock: every active warp waits at a "
		      "barrier\n");
		break;
	case GOLDEN_LIMIT:
		print(d, "warpwright: the limit of instructions is reached\n");
		break;
	case GOLDEN_OVERFLOW:
		print(d, "warpwright: the stack of this thread overflows\n");
		break;
	case GOLDEN_DIVERGENT:
		print(d, "warpwright: the lanes of this warp disagree on the "
		      "branch that it has executed\n");
		break;
	case GOLDEN_RUNNING:
	case GOLDEN_PASS:
	case GOLDEN_FAULT:
	case GOLDEN_CALLED_OFF:
		break;
	}
}

static void say_end(struct gdb *d)
{
	uint32_t cause = golden_first_trap(d->g)->cause;

	rsp_begin(&d->rsp);
	if (d->how == GOLDEN_PASS)
		rsp_add(&d->rsp, "W%02x",
			(unsigned)(golden_exit_code(d->g) & 255));
	else
		rsp_add(&d->rsp, "X%02x", (unsigned)(d->how == GOLDEN_FAULT ?
						     gdb_trap_signal(cause) :
						     GDB_SIGABRT));
	rsp_send(&d->rsp);
}

static void say_stopped(struct gdb *d)
{
	fflush(stdout);
	if (d->last)
		return;
	d->at = d->go = d->stopped;
	rsp_begin(&d->rsp);
	rsp_add(&d->rsp, "T%02xthread:%" PRIx32 ";core:%" PRIx32 ";%s",
		(unsigned)d->signal, gdb_id(d, d->stopped), d->stopped.core,
		d->reason);
	rsp_send(&d->rsp);
}

/* --- runs ------------------------------------------------------------- */

/* Reads a thread, as "1f" or "p1.1f"; *L is unchanged if any thread is
 * meant. */
static bool read_thread(const struct gdb *d, const char *text,
			struct gdb_lane *l)
{
	const char *dot = text[0] == 'p' ? strchr(text, '.') : NULL;
	struct gdb_lane found;
	uint32_t id;

	text = dot ? dot + 1 : text;
	if (text[0] == '-' || (text[0] == '0' && !text[1]))
		return true;
	id = hex(&text);
	if (!gdb_lane_of(d, id, &found))
		return false;
	*l = found;
	return true;
}

/* What vCont asks for. */
struct actions {
	bool steps;             /* of thread L, in [FROM, TO) */
	bool names;             /* or thread L continues, alone */
	bool all;               /* other threads continue */
	struct gdb_lane l;
	uint32_t from, to;
};

/* Reads an action, as "s:1f", behind its semicolon; the first of a thread
 * counts. Returns what follows. */
static const char *read_action(const struct gdb *d, const char *text,
			       struct actions *a)
{
	size_t n = strcspn(text, ":;");
	bool names = text[n] == ':' && strncmp(text + n, ":-1", 3) &&
		     strncmp(text + n, ":p1.-1", 6);

	a->all |= !names;
	if (!a->steps && !a->names && (names || strchr("sSr", text[0]))) {
		a->steps = strchr("sSr", text[0]);
		a->names = names;
		if (text[0] == 'r') {
			const char *range = text + 1;

			a->from = hex(&range);
			skip(&range, ',');
			a->to = hex(&range);
		}
		if (names)
			read_thread(d, text + n + 1, &a->l);
	}
	return text + n + strcspn(text + n, ";");
}

/* The actions of vCont. */
static void resume(struct gdb *d, const char *text)
{
	struct actions a = { .l = d->at };

	while (*text == ';' && text[1])
		text = read_action(d, text + 1, &a);
	if (a.steps)
		gdb_step(d, a.l, a.from, a.to, !a.all);
	else if (a.names && !a.all)
		gdb_step(d, a.l, 0, UINT32_MAX, true);
	else
		gdb_continue(d);
	explain(d);
	say_stopped(d);
}

/* A step back, or back to a point. */
static void reverse(struct gdb *d, const char *text)
{
	if (!d->past || (strcmp(text, "s") && strcmp(text, "c"))) {
		rsp_say(&d->rsp, "");
		return;
	}
	d->at = d->go;
	reverse_go(d, text[0] == 's');
	say_stopped(d);
}

/* --- registers -------------------------------------------------------- */

static void add_word(struct gdb *d, uint32_t v)
{
	const uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
			       (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

	rsp_add_hex(&d->rsp, b, 4);
}

/* Reads the eight digits of a word, the low byte first. */
static uint32_t read_word(const char *text)
{
	return (uint32_t)hex_byte(text) | (uint32_t)hex_byte(text + 2) << 8 |
	       (uint32_t)hex_byte(text + 4) << 16 |
	       (uint32_t)hex_byte(text + 6) << 24;
}

static void read_registers(struct gdb *d)
{
	uint32_t value, count = d->f ? GDB_CSR : GDB_F;

	rsp_begin(&d->rsp);
	for (uint32_t i = 0; i < count; i++)
		if (gdb_register(d, d->at, i, &value))
			add_word(d, value);
	rsp_send(&d->rsp);
}

static void write_registers(struct gdb *d, const char *text)
{
	uint32_t count = d->f ? GDB_CSR : GDB_F;
	bool done = true;

	for (uint32_t i = 0; i < count && strlen(text) >= 8; i++, text += 8)
		done &= gdb_set_register(d, d->at, i, read_word(text));
	say_done(d, done);
}

static void read_register(struct gdb *d, const char *text)
{
	uint32_t value;

	if (!gdb_register(d, d->at, hex(&text), &value)) {
		say_done(d, false);
		return;
	}
	rsp_begin(&d->rsp);
	add_word(d, value);
	rsp_send(&d->rsp);
}

static void write_register(struct gdb *d, const char *text)
{
	uint32_t number = hex(&text);

	skip(&text, '=');
	say_done(d, strlen(text) == 8 &&
		 gdb_set_register(d, d->at, number, read_word(text)));
}

/* --- memory ----------------------------------------------------------- */

/* Reads "ADDR,N", and what may follow; N is at most that of a packet. */
static uint32_t read_range(const char **text, uint32_t *addr)
{
	uint32_t n;

	*addr = hex(text);
	skip(text, ',');
	n = hex(text);
	skip(text, ':');
	return n < RSP_SIZE / 2 ? n : RSP_SIZE / 2;
}

static void read_memory(struct gdb *d, const char *text)
{
	uint8_t bytes[RSP_SIZE / 2];
	uint32_t addr, n = read_range(&text, &addr);

	n = gdb_read(d, d->at.core, addr, bytes, n);
	rsp_begin(&d->rsp);
	if (n)
		rsp_add_hex(&d->rsp, bytes, n);
	else
		rsp_add(&d->rsp, "E14");
	rsp_send(&d->rsp);
}

/* M has the bytes in hex, X as they are. */
static void write_memory(struct gdb *d, const char *text, bool as_hex)
{
	uint8_t bytes[RSP_SIZE / 2];
	uint32_t addr, n = read_range(&text, &addr);
	size_t there = d->rsp.packet_bytes - (size_t)(text - d->rsp.packet);

	if (n > (as_hex ? there / 2 : there)) {
		say_done(d, false);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		bytes[i] = as_hex ? hex_byte(text + 2 * (size_t)i) :
			   (uint8_t)text[i];
	if (gdb_write(d, d->at.core, addr, bytes, n) == n)
		say_done(d, true);
	else
		rsp_say(&d->rsp, "E14");
}

/* --- points ----------------------------------------------------------- */

/* "KIND,ADDR,BYTES" */
static void point(struct gdb *d, const char *text, bool insert)
{
	struct gdb_point p;

	if (text[0] < '0' || text[0] >= '0' + GDB_KINDS || text[1] != ',') {
		rsp_say(&d->rsp, "");
		return;
	}
	p.kind = (enum gdb_kind)(text[0] - '0');
	text += 2;
	p.addr = hex(&text);
	skip(&text, ',');
	p.bytes = hex(&text);
	if (!insert)
		gdb_remove(d, p);
	say_done(d, !insert || (p.bytes <= GDB_MOST_WATCHED &&
				gdb_insert(d, p)));
}

/* --- queries ---------------------------------------------------------- */

/* Sends the part OFFSET,N of MADE, and frees it. */
static void transfer(struct gdb *d, char *made, const char *where)
{
	uint32_t offset = hex(&where);

	skip(&where, ',');
	if (made)
		rsp_part(&d->rsp, made, offset, hex(&where));
	else
		say_done(d, false);
	free(made);
}

static void monitor(struct gdb *d, const char *text)
{
	char word[64], *said;
	const char *cycle;
	size_t n = strlen(text) / 2;

	if (n > sizeof word - 1)
		n = sizeof word - 1;
	for (size_t i = 0; i < n; i++)
		word[i] = (char)hex_byte(text + 2 * i);
	word[n] = '\0';
	if (d->plan->core && starts(word, "until ", &cycle))
		d->until = strtoull(cycle, NULL, 0);
	said = gdb_monitor(d, word);
	rsp_begin(&d->rsp);
	rsp_add_text(&d->rsp, said ? said : "out of memory\n");
	rsp_send(&d->rsp);
	free(said);
}

static void query(struct gdb *d, const char *p)
{
	const char *rest;

	if (starts(p, "qSupported", &rest)) {
		rsp_begin(&d->rsp);
		rsp_add(&d->rsp, "PacketSize=%x;qXfer:features:read+;"
			"qXfer:threads:read+;vContSupported+;swbreak+;hwbreak+;"
			"QStartNoAckMode+%s", (unsigned)RSP_SIZE, d->past ?
			";ReverseStep+;ReverseContinue+" : "");
		rsp_send(&d->rsp);
	} else if (starts(p, "qXfer:features:read:target.xml:", &rest)) {
		transfer(d, gdb_description(d), rest);
	} else if (starts(p, "qXfer:threads:read::", &rest)) {
		transfer(d, gdb_threads(d), rest);
	} else if (starts(p, "QStartNoAckMode", &rest)) {
		say_done(d, true);
		d->rsp.no_acks = true;
	} else if (starts(p, "qRcmd,", &rest)) {
		monitor(d, rest);
	} else if (!strcmp(p, "qC")) {
		rsp_begin(&d->rsp);
		rsp_add(&d->rsp, "QC%" PRIx32, gdb_id(d, d->at));
		rsp_send(&d->rsp);
	} else {
		rsp_say(&d->rsp, starts(p, "qAttached", &rest) ? "1" : "");
	}
}

/* --- packets ---------------------------------------------------------- */

static void select_thread(struct gdb *d, const char *text)
{
	say_done(d, read_thread(d, text + 1, text[0] == 'g' ? &d->at : &d->go));
}

static void ask_thread(struct gdb *d, const char *text)
{
	struct gdb_lane l = d->at;

	say_done(d, read_thread(d, text, &l) && gdb_alive(d, l));
}

static void verb(struct gdb *d, const char *p)
{
	const char *rest;

	if (!strcmp(p, "vCont?")) {
		rsp_say(&d->rsp, "vCont;c;C;s;S;r");
	} else if (starts(p, "vCont;", &rest)) {
		resume(d, rest - 1);
	} else if (starts(p, "vKill", &rest)) {
		say_done(d, true);
		d->killed = true;
	} else {
		rsp_say(&d->rsp, "");
	}
}

static void answer(struct gdb *d)
{
	const char *p = d->rsp.packet;

	switch (p[0]) {
	case 'q': case 'Q': query(d, p); break;
	case 'v': verb(d, p); break;
	case '?': say_stopped(d); break;
	case 'g': read_registers(d); break;
	case 'G': write_registers(d, p + 1); break;
	case 'p': read_register(d, p + 1); break;
	case 'P': write_register(d, p + 1); break;
	case 'm': read_memory(d, p + 1); break;
	case 'M': case 'X': write_memory(d, p + 1, p[0] == 'M'); break;
	case 'z': case 'Z': point(d, p + 1, p[0] == 'Z'); break;
	case 'H': select_thread(d, p + 1); break;
	case 'T': ask_thread(d, p + 1); break;
	case 'c': resume(d, ""); break;
	case 's': resume(d, ";s"); break;
	case 'b': reverse(d, p + 1); break;
	case 'k': d->killed = true; break;
	case 'D':
		say_done(d, true);
		d->detached = true;
		break;
	default: rsp_say(&d->rsp, "");
	}
}

/* --- the session ------------------------------------------------------ */

bool gdb_takes(const char *where)
{
	char *end;
	unsigned long port = strtoul(where, &end, 10);

	return !strcmp(where, "-") || (where[0] >= '0' && where[0] <= '9' &&
				       !*end && port <= 65535);
}

/* GDB prints its console itself. */
void gdb_put_console(void *ctx, uint8_t byte)
{
	struct gdb *d = ctx;
	const char text[2] = { (char)byte, '\0' };

	if (!reverse_is_new(d))
		return;
	if (strcmp(d->plan->where, "-"))
		putchar(byte);
	else if (gdb_is_over(d))
		putc(byte, stderr);
	else
		print(d, text);
}

/* GDB is told of the end by gdb_end. */
bool gdb_is_over(const struct gdb *d)
{
	return d->killed || d->detached || d->last;
}

void gdb_session(struct gdb *d)
{
	golden_watch(d->g, &d->watch);
	gdb_begin(d);
	d->last = false;        /* GDB must have been told of a stop before */
	while (!gdb_is_over(d) && rsp_receive(&d->rsp))
		answer(d);
	d->killed |= !gdb_is_over(d);
	golden_unwatch(d->g, &d->watch);
	if (d->killed && d->guest)
		d->plan->core->end();
}

/* The rest of the run, of which GDB sees nothing. */
static enum golden_status rest(const struct gdb *d)
{
	uint64_t done = golden_total(d->g).instructions, most = d->plan->most;

	if (d->ended)
		return d->how;
	if (!d->detached)
		return GOLDEN_CALLED_OFF;
	if (most && done >= most)
		return GOLDEN_LIMIT;
	golden_stop_when(d->g, d->plan->stop);
	return golden_run(d->g, most ? most - done : 0, 0, d->plan->trace);
}

/* Makes the session *OUT, and waits for GDB. */
static int begin(struct golden *g, const struct gdb_plan *plan,
		 struct gdb **out)
{
	const struct machine *m = golden_machine(g);
	struct gdb *d = calloc(1, sizeof *d);

	*out = d;
	if (!d) {
		fputs("warpwright: error: out of memory\n", stderr);
		return -1;
	}
	*d = (struct gdb){ .g = g, .plan = plan, .cores = m->cores,
			   .warps = m->warps, .threads = m->threads,
			   .f = machine_has_reg(m, 32) };
	gdb_control_init(d);
	if (rsp_open(&d->rsp, plan->where, plan->stop))
		return -1;
	if (plan->goes_back)
		reverse_begin(d);
	return 0;
}

int gdb_serve(struct golden *g, const struct gdb_plan *plan,
	      enum golden_status *how, struct gdb **out)
{
	if (begin(g, plan, out))
		return -1;
	golden_set_console(g, gdb_put_console, *out);
	gdb_session(*out);
	*how = rest(*out);
	return 0;
}

int gdb_attach(struct golden *g, const struct gdb_plan *plan, struct gdb **out)
{
	if (begin(g, plan, out))
		return -1;
	if (!guest_start(*out))
		return 0;
	fputs("warpwright: error: out of memory\n", stderr);
	return -1;
}

void gdb_leave(struct gdb *d, enum golden_status how, const char *why)
{
	d->why = why;
	if (!gdb_is_over(d))
		guest_stop(d, how);
}

void gdb_end(struct gdb *d)
{
	if (!d)
		return;
	fflush(stdout);
	if (d->last)
		say_end(d);
	rsp_close(&d->rsp);
	guest_free(d);
	past_free(d->past);
	free(d);
}
