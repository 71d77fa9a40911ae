/* load_board.c - load a program into a board, and run it
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cmd.h"
#include "cli/load/load.h"
#include "machine/has.h"
#include "session/interrupt.h"
#include "session/machine.h"

enum {
	WRITE_MOST = 256,       /* bytes of a write request */
	CHUNK = 8192,           /* bytes of a fill or check request */
	REST_MS = 10            /* from one status request to the next, idle */
};

int load_line_error(const struct load *l, int error)
{
	switch ((enum link_error)error) {
	case LINK_OK:
		return CMD_PASS;
	case LINK_E_INTERRUPTED:
		fprintf(stderr, "%s: error: interrupted\n", l->port);
		return CMD_FAIL;
	case LINK_E_SILENT:
		fprintf(stderr, "%s: error: the board does not respond at %"
			PRIu64 " baud; is its bitstream loaded, the port the "
			"right one, and --baud that of the bitstream?\n",
			l->port, l->baud);
		return CMD_TOOL;
	case LINK_E_PORT:
	case LINK_E_REFUSED:
	case LINK_E_RESPONSE:
		break;
	}
	fprintf(stderr, "%s: error: %s\n", l->port, link_reason(&l->link));
	return CMD_TOOL;
}

/* --- before it is loaded ------------------------------------------------ */

int load_connect(struct load *l)
{
	int bad;

	if (serial_open(&l->link.serial, l->port, (uint32_t)l->baud) != 0) {
		fprintf(stderr, "%s: error: %s\n", l->port,
			l->link.serial.why);
		return CMD_TOOL;
	}
	link_init(&l->link, interrupt_catch());
	l->link.patience_ms = (uint32_t)(l->patience * 1000);
	bad = link_info(&l->link, &l->board);
	if (bad)
		return load_line_error(l, bad);
	if (l->board.version == LINK_VERSION)
		return CMD_PASS;
	fprintf(stderr, "%s: error: the board speaks version %u of the "
		"protocol, this program version %d; make its bitstream anew\n",
		l->port, l->board.version, LINK_VERSION);
	return CMD_TOOL;
}

/* Does the board's core lack the instruction at ADDR? Prints an error. */
static bool refuses_word(const struct load *l, uint32_t addr)
{
	const uint8_t *at = l->image.ram + (addr - l->image.ram_base);
	uint32_t word = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			(uint32_t)at[3] << 24;
	const struct elf_symbol *s = elf_symbol_at(&l->image, addr);
	enum isa_op op = isa_decode(word);
	char lacks[128];

	if (op == ISA_INVALID || isa_insn(op)->ext == ISA_EXT_MACHINE ||
	    machine_has_insn(&l->board.core, op))
		return false;
	isa_lacks(word, lacks, sizeof lacks);
	fprintf(stderr, "%s: error: at 0x%08" PRIx32 "%s%s%s: %s, the board's "
		"core has none of these\n", l->program, addr, s ? " <" : "",
		s ? s->name : "", s ? ">" : "", lacks);
	return true;
}

/* Does the core lack an extension that the program was compiled for, or one of
 * its instructions? */
static bool refuses(const struct load *l)
{
	const struct machine *core = &l->board.core;
	const struct elf_image *i = &l->image;

	if (machine_lacks_arch(core, i, l->program, "the board's core",
			       "make its bitstream with"))
		return true;
	for (size_t c = 0; c < i->code_count; c++)
		for (uint32_t n = 0; n + 4 <= i->code[c].bytes; n += 4)
			if (refuses_word(l, i->code[c].addr + n))
				return true;
	return false;
}

int load_program(struct load *l)
{
	const struct link_info *b = &l->board;
	const struct elf_image *i = &l->image;
	char why[512];

	if (elf_load(l->program, b->ram_base, b->ram_size, &l->image, why,
		     sizeof why) != 0) {
		fprintf(stderr, "%s: error: %s\n", l->program, why);
		return CMD_REFUSED;
	}
	if (refuses(l))
		return CMD_REFUSED;
	if (i->entry != b->reset_pc) {
		fprintf(stderr, "%s: error: its entry point is 0x%08" PRIx32
			", and the board's core starts at 0x%08" PRIx32
			"; link it there\n", l->program, i->entry,
			b->reset_pc);
		return CMD_REFUSED;
	}
	return CMD_PASS;
}

/* --- loading ------------------------------------------------------------- */

static void progress(const struct load *l, const char *what, uint64_t done,
		     uint64_t all)
{
	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\r%s: %s %3" PRIu64 " %%", l->port, what,
		all ? done * 100 / all : 100);
	if (done >= all)
		fputs("\r\033[K", stderr);
}

static bool is_zero(const uint8_t *bytes, size_t n)
{
	return n == 0 ||
	       (bytes[0] == 0 && memcmp(bytes, bytes + 1, n - 1) == 0);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int fill(struct load *l)
{
	int bad = link_stop(&l->link);

	for (uint32_t at = 0; at < l->board.ram_size && !bad; at += CHUNK)
		bad = link_fill(&l->link, l->board.ram_base + at,
				least(CHUNK, l->board.ram_size - at), 0);
	return bad;
}

static int write_all(struct load *l)
{
	const struct elf_image *i = &l->image;
	uint32_t most = l->board.data_most < WRITE_MOST ? l->board.data_most :
			WRITE_MOST;
	uint32_t size = i->highest - i->lowest;
	int bad = 0;

	for (uint32_t at = 0; at < size && !bad; at += most) {
		size_t n = least(most, size - at);
		const uint8_t *from = i->ram + (i->lowest - i->ram_base) + at;

		progress(l, "loading", at, size);
		if (!is_zero(from, n))
			bad = link_write(&l->link, i->lowest + at, from, n);
	}
	progress(l, "loading", 1, 1);
	return bad;
}

/* Compares the board's memory with the program: 0, a link_error, or 1 if they
 * differ in the chunk at *WHERE. */
static int compare(struct load *l, uint32_t *where)
{
	for (uint32_t at = 0; at < l->board.ram_size; at += CHUNK) {
		size_t n = least(CHUNK, l->board.ram_size - at);
		uint16_t crc;
		int bad;

		*where = l->board.ram_base + at;
		bad = link_check(&l->link, *where, n, &crc);
		if (bad)
			return bad;
		if (crc != link_crc(l->image.ram + at, n))
			return 1;
	}
	return 0;
}

int load_memory(struct load *l)
{
	double start = clock_now();
	uint32_t where = 0;
	int bad = l->board.data_most ? fill(l) : LINK_E_RESPONSE;

	if (!bad)
		bad = write_all(l);
	if (!bad)
		bad = compare(l, &where);
	l->load_seconds = clock_now() - start;
	if (bad <= 0)
		return load_line_error(l, bad);
	fprintf(stderr, "%s: error: the board's memory does not hold what was "
		"written, between 0x%08" PRIx32 " and 0x%08" PRIx32 "\n",
		l->port, where, where + CHUNK - 1);
	return CMD_TOOL;
}

/* --- the run ------------------------------------------------------------- */

static void rest(bool idle, unsigned *ms)
{
	struct timespec t = { 0, 0 };

	*ms = !idle ? 0 : *ms < REST_MS ? *ms + 1 : REST_MS;
	t.tv_nsec = (long)*ms * 1000000;
	nanosleep(&t, NULL);
}

/* --- a core with a dispatcher -------------------------------------------- */

static uint32_t slot_word(uint32_t word)
{
	return ISA_HOST_SLOTS + 4 * word;       /* of slot 0 */
}

/* The program is a launch of the whole core. */
static int ring(struct load *l)
{
	const uint32_t words[ISA_LAUNCH_WORDS] = {
		l->image.entry, 0, 1, 1, 1, 1, 1, 1, 0, ISA_LAUNCH_WHOLE
	};
	int bad = 0;

	for (uint32_t i = 0; i < ISA_LAUNCH_WORDS && !bad; i++)
		bad = link_poke(&l->link, slot_word(i), words[i]);
	return bad ? bad : link_poke(&l->link, ISA_HOST_DOORBELL, 0);
}

/* The launch has been refused, or cut. */
static int bad_end(struct load *l)
{
	l->link.reason = "the board refuses to run the program on a whole "
			 "core, or memory has failed";
	return LINK_E_RESPONSE;
}

/* The result of the launch becomes that of the run. */
static int read_result(struct load *l)
{
	struct link_status *s = &l->status;
	uint32_t status, high = 0, low = 0;
	int bad = link_peek(&l->link, slot_word(ISA_RESULT_STATUS), &status);

	if (!bad)
		bad = link_peek(&l->link, slot_word(ISA_RESULT_TRAP_PC),
				&s->pc);
	if (!bad)
		bad = link_peek(&l->link, slot_word(ISA_RESULT_TRAP_TVAL),
				&s->tval);
	if (!bad)
		bad = link_peek(&l->link, ISA_HOST_CYCLES, &low);
	if (!bad)
		bad = link_peek(&l->link, ISA_HOST_CYCLESH, &high);
	if (bad)
		return bad;
	s->cycles = (uint64_t)high << 32 | low;
	s->cause = (uint8_t)((status & ISA_STATUS_CAUSE) >>
			     ISA_STATUS_LOW_CAUSE);
	s->warp = (uint8_t)((status & (uint32_t)ISA_STATUS_WARP) >>
			    ISA_STATUS_LOW_WARP);
	s->fault = (status & ISA_STATUS_END) == ISA_LAUNCH_TRAPPED &&
		   s->cause != ISA_CAUSE_EXIT;
	s->exit_code = s->cause == ISA_CAUSE_EXIT ? s->tval : 0;
	l->complete = (status & ISA_STATUS_END) == ISA_LAUNCH_COMPLETE;
	if (!l->complete && (status & ISA_STATUS_END) != ISA_LAUNCH_TRAPPED)
		return bad_end(l);
	return 0;
}

/* Is the launch done? */
static int look(struct load *l, bool *over)
{
	uint32_t done = 0;
	int bad = l->board.core.dispatch ?
		  link_peek(&l->link, ISA_HOST_DONE, &done) : 0;

	*over = done & 1;
	return bad;
}

/* Prints the console until the program has ended and the console is empty. */
static int follow_console(struct load *l)
{
	double start = clock_now();
	uint16_t position = 0;
	unsigned ms = 0;

	for (;;) {
		struct link_status *s = &l->status;
		bool over;
		int bad = look(l, &over);

		if (!bad)
			bad = link_status(&l->link, position, s);
		if (bad)
			return bad;
		if (!s->run || s->position != position) {
			l->link.reason = "the board has been reset meanwhile";
			return LINK_E_RESPONSE;
		}
		position = (uint16_t)(position + s->count);
		if (s->count) {
			fwrite(s->console, 1, s->count, stdout);
			fflush(stdout);
		} else if (s->done || over) {
			l->end = LOAD_DONE;
			return over ? read_result(l) : 0;
		}
		if (l->max_seconds > 0 &&
		    clock_now() - start > l->max_seconds) {
			l->end = LOAD_TIMEOUT;
			return 0;
		}
		rest(s->count == 0, &ms);
	}
}

int load_run(struct load *l)
{
	double start = clock_now();
	int bad = link_run(&l->link);

	l->started = true;
	if (!bad && l->board.core.dispatch)
		bad = ring(l);
	if (!bad)
		bad = follow_console(l);
	l->wall_seconds = clock_now() - start;
	if (bad == LINK_E_INTERRUPTED) {
		l->end = LOAD_INTERRUPTED;
		return CMD_PASS;
	}
	return load_line_error(l, bad);
}
