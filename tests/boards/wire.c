/* wire.c - the boot protocol, request by request, against a board
 * SPDX-License-Identifier: Apache-2.0
 *
 * wire PORT BAUD: TAP. tests/cli/load.bats runs it on a simulated board.
 */
#define _XOPEN_SOURCE 700
#include "isa/isa.h"
#include "session/link/link.h"
#include "tests/tap.h"

enum { FLAG = 0x7e, ESCAPE = 0x7d, ANSWER_MS = 20000, QUIET_MS = 500 };

static struct link l;
static struct link_info board;

/* Sends BODY with its CRC, which BREAK changes; flags around it. */
static void send_body(const uint8_t *body, size_t n, uint16_t break_crc)
{
	uint8_t line[2200];
	uint16_t crc = (uint16_t)(link_crc(body, n) ^ break_crc);
	size_t used = 0;

	line[used++] = FLAG;
	for (size_t i = 0; i < n + 2; i++) {
		uint8_t b = i < n ? body[i] : (uint8_t)(crc >> 8 * (i - n));

		if (b == FLAG || b == ESCAPE) {
			line[used++] = ESCAPE;
			b ^= 0x20;
		}
		line[used++] = b;
	}
	line[used++] = FLAG;
	serial_write(&l.serial, line, used);
}

/* The next answer, without flags and CRC: its size, 0 if there is none. */
static size_t answer(uint8_t *body)
{
	size_t n = 0;
	uint8_t b;
	int escaped = 0;

	for (;;) {
		if (serial_read(&l.serial, &b, 1, ANSWER_MS) != 1)
			return 0;
		if (b == ESCAPE) {
			escaped = 0x20;
		} else if (b != FLAG) {
			body[n++] = (uint8_t)(b ^ escaped);
			escaped = 0;
		} else if (n) {
			uint16_t crc = link_crc(body, n - 2);
			return body[n - 2] == (crc & 255) &&
			       body[n - 1] == crc >> 8 ? n - 2 : 0;
		}
	}
}

/* The answer to BODY is the number in BODY and RESULT, nothing more. */
static void expect(const uint8_t *body, size_t n, uint8_t result,
		   const char *what)
{
	uint8_t a[4096];
	size_t got;

	send_body(body, n, 0);
	got = answer(a);
	ok(got == 2 && a[0] == body[0] && a[1] == result, "%s", what);
}

static void damaged(const char *what)
{
	uint8_t a[4096];
	size_t n = answer(a);

	ok(n == 2 && a[0] == 0 && a[1] == 1, "%s", what);
}

static void test_frames(void)
{
	static const uint8_t stop[] = { 9, 8 }, none[] = { 10, 77 },
			     longer[] = { 11, 8, 0 },
			     fill_short[] = { 12, 5, 0, 0, 0, 0x80, 4, 0 };
	static const uint8_t noise[] = { FLAG, 1, 2, FLAG },
			     flags[] = { FLAG, FLAG, FLAG, FLAG };
	uint8_t big[600] = { 13, 3 };

	expect(stop, sizeof stop, 0, "stop");
	expect(none, sizeof none, 2, "an unknown request");
	expect(longer, sizeof longer, 3, "a request that is too long");
	expect(fill_short, sizeof fill_short, 3, "one that is too short");
	send_body(stop, sizeof stop, 0x0100);
	damaged("a wrong CRC");
	expect(stop, sizeof stop, 0, "the next request is answered");
	serial_write(&l.serial, noise, sizeof noise);
	damaged("a frame without a CRC");
	send_body(big, sizeof big, 0);
	damaged("a frame that is longer than the board's memory for it");
	serial_write(&l.serial, flags, sizeof flags);
	expect(stop, sizeof stop, 0, "flags between frames");
	serial_write(&l.serial, noise + 1, 2);
	send_body(stop, sizeof stop, 0);
	damaged("bytes before a frame");
	while (serial_read(&l.serial, big, sizeof big, QUIET_MS) > 0)
		;
	expect(stop, sizeof stop, 0, "and all is well again");
}

static void test_memory(void)
{
	uint32_t base = board.ram_base, size = board.ram_size;
	uint8_t out[700], in[700];
	uint16_t crc = 0;

	for (size_t i = 0; i < sizeof out; i++)
		out[i] = (uint8_t)(rand() >> 4);
	memset(out + 20, FLAG, 6);
	memset(out + 29, ESCAPE, 3);
	ok(!link_fill(&l, base, 4096, 0xa5) && !link_read(&l, base, in, 700) &&
	   in[0] == 0xa5 && in[699] == 0xa5, "fill");
	ok(!link_write(&l, base + 3, out, 480) &&
	   !link_read(&l, base + 3, in, 480) && !memcmp(in, out, 480),
	   "write and read, unaligned, the most that a request holds");
	ok(!link_read(&l, base, in, 3) && in[2] == 0xa5 &&
	   !link_read(&l, base + 483, in, 1) && in[0] == 0xa5,
	   "what is beside it stays");
	ok(!link_check(&l, base + 3, 480, &crc) &&
	   crc == link_crc(out, 480), "check");
	ok(!link_check(&l, base + 4, 480, &crc) &&
	   crc != link_crc(out, 480), "check sees a difference");
	ok(!link_write(&l, base + size - 5, out, 5) &&
	   !link_read(&l, base + size - 5, in, 5) && !memcmp(in, out, 5),
	   "up to the end");
	ok(link_write(&l, base + size - 4, out, 5) == LINK_E_REFUSED,
	   "not beyond the end");
	ok(link_read(&l, base - 1, in, 2) == LINK_E_REFUSED, "nor before");
	ok(link_fill(&l, base + 1, size, 0) == LINK_E_REFUSED ||
	   size > 65535, "nor a range that is too long");
	ok(link_read(&l, base, in, 1) == 0 && in[0] == 0xa5,
	   "what is refused changes nothing");
}

static void test_core(void)
{
	static const uint8_t program[] = { /* addi x10,x0,42; ebreak */
		0x13, 0x05, 0xa0, 0x02, 0x73, 0x00, 0x10, 0x00
	};
	struct link_status s = { .done = false };

	ok(!link_stop(&l) && !link_status(&l, 0, &s) && !s.run && !s.done,
	   "stopped");
	ok(!link_write(&l, board.reset_pc, program, sizeof program) &&
	   !link_run(&l), "run");
	for (int i = 0; i < 1000 && !s.done; i++)
		if (link_status(&l, 0, &s))
			break;
	ok(s.run && s.done && !s.fault && s.exit_code == 42, "it ends with 42");
	ok(s.cycles > 2 && s.cycles < 5000, "after some cycles");
	ok(!link_run(&l) && !link_status(&l, 0, &s) && s.done,
	   "run changes nothing when it runs");
	ok(!link_status(&l, 999, &s) && s.position == 0,
	   "a position that the console does not have");
	ok(!link_stop(&l) && !link_status(&l, 0, &s) && !s.run && !s.done &&
	   s.cycles == 0, "stopped again");
}

/* Sends a write of VALUE to the register at OFFSET as request SEQ. */
static void poke(uint8_t seq, uint8_t offset, uint8_t value, uint8_t result,
		 const char *name)
{
	const uint8_t body[] = { seq, 9, offset, 0, 0, 0, value, 0, 0, 0 };

	expect(body, sizeof body, result, name);
}

static void test_registers(void)
{
	uint32_t id = 0, slot = 0, enable = 0;

	ok(!link_stop(&l) && link_peek(&l, ISA_HOST_ID, &id) == LINK_E_REFUSED,
	   "no register in reset");
	ok(!link_run(&l) && !link_peek(&l, ISA_HOST_ID, &id) &&
	   id == ISA_HOST_MAGIC, "a register");
	ok(!link_poke(&l, ISA_HOST_IRQ_ENABLE, 0x12345678) &&
	   !link_peek(&l, ISA_HOST_IRQ_ENABLE, &enable) &&
	   enable == 0x12345678, "is written");
	ok(link_poke(&l, ISA_HOST_ID, 1) == LINK_E_REFUSED &&
	   link_peek(&l, 0xffc, &id) == LINK_E_REFUSED, "not any register");
	/* With a pc of 2 it is refused, and done at once. */
	ok(!link_poke(&l, ISA_HOST_SLOTS, 2), "a word of a launch");
	poke(200, ISA_HOST_DOORBELL, 0, 0, "the doorbell");
	poke(200, ISA_HOST_DOORBELL, 0, 0, "the same request, repeated");
	poke(201, ISA_HOST_DOORBELL, 0, 6, "another one is refused");
	poke(201, ISA_HOST_DOORBELL, 0, 6, "repeated, too");
	ok(!link_peek(&l, ISA_HOST_DONE, &slot) && slot == 1 &&
	   !link_peek(&l, ISA_HOST_SLOTS + 4 * ISA_RESULT_STATUS, &id) &&
	   (id & 0xff) == (ISA_LAUNCH_REFUSED | ISA_REFUSED_PC << 4),
	   "its result");
	ok(!link_stop(&l) && !link_run(&l) &&
	   !link_peek(&l, ISA_HOST_DONE, &slot) && slot == 0, "in order again");
}

int main(int argc, char **argv)
{
	if (argc != 3 || serial_open(&l.serial, argv[1],
				     (uint32_t)atol(argv[2])) != 0) {
		fprintf(stderr, "usage: wire PORT BAUD; %s\n", l.serial.why);
		return 2;
	}
	link_init(&l, NULL);
	l.patience_ms = 60000;
	if (ok(link_info(&l, &board) == 0 && board.version == LINK_VERSION,
	       "info")) {
		test_frames();
		test_memory();
		if (board.core.dispatch)
			test_registers();
		else
			test_core();
	}
	serial_close(&l.serial);
	return tap_done();
}
