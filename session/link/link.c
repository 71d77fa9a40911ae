/* link.c - the host's end of the boot protocol of the boards (doc/boards.md)
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/link/link.h"

#include <string.h>
#include <time.h>

enum { FLAG = 0x7e, ESCAPE = 0x7d, ESCAPED = 0x20 };

enum code {
	CODE_INFO = 1, CODE_STATUS, CODE_WRITE, CODE_READ, CODE_FILL,
	CODE_CHECK, CODE_RUN, CODE_STOP, CODE_POKE, CODE_PEEK
};

enum result {
	RESULT_OK, RESULT_DAMAGED, RESULT_COMMAND, RESULT_LENGTH,
	RESULT_ADDRESS, RESULT_RESET, RESULT_REGISTER
};

enum {
	TRIES = 10,
	ANSWER_MS = 400,        /* besides the transfer time */
	QUIET_MS = 30,          /* without a byte: the line is idle */
	BODY = 512,             /* most bytes of a request */
	READ_MOST = 256,
	INFO_BYTES = 40, STATUS_BYTES = 22
};

struct request {
	enum code code;
	uint8_t body[BODY];
	size_t size;            /* bytes of body */
	/* bytes of memory that the board must process */
	size_t work;
	size_t expected;        /* approximate bytes of the response */
};

/* --- bytes ------------------------------------------------------------ */

static uint16_t crc_byte(uint16_t crc, uint8_t byte)
{
	crc = (uint16_t)(crc ^ byte);
	for (int i = 0; i < 8; i++)
		crc = (uint16_t)(crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1);
	return crc;
}

uint16_t link_crc(const uint8_t *bytes, size_t n)
{
	uint16_t crc = 0xffff;

	while (n-- > 0)
		crc = crc_byte(crc, *bytes++);
	return (uint16_t)~crc;
}

static void put16(uint8_t *to, uint32_t v)
{
	to[0] = (uint8_t)v;
	to[1] = (uint8_t)(v >> 8);
}

static void put32(uint8_t *to, uint32_t v)
{
	put16(to, v);
	put16(to + 2, v >> 16);
}

static uint16_t get16(const uint8_t *from)
{
	return (uint16_t)(from[0] | from[1] << 8);
}

static uint32_t get32(const uint8_t *from)
{
	return get16(from) | (uint32_t)get16(from + 2) << 16;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- frames ----------------------------------------------------------- */

void link_init(struct link *l, const volatile sig_atomic_t *stop)
{
	l->stop = stop;
	l->patience_ms = 0;
	l->seq = 0;
	l->repeated = 0;
	l->reason = "";
	l->count = 0;
	l->escaped = false;
	l->input_next = l->input_end = 0;
}

static int fail(struct link *l, int error, const char *reason)
{
	l->reason = reason;
	return error;
}

const char *link_reason(const struct link *l)
{
	return l->reason;
}

static bool stopped(const struct link *l)
{
	return l->stop && *l->stop;
}

static size_t stuff(uint8_t *to, uint8_t byte)
{
	if (byte != FLAG && byte != ESCAPE) {
		to[0] = byte;
		return 1;
	}
	to[0] = ESCAPE;
	to[1] = byte ^ ESCAPED;
	return 2;
}

static int send_frame(struct link *l, const struct request *r)
{
	uint8_t body[BODY + 4], frame[2 * (BODY + 4) + 2];
	size_t n = r->size + 2, used = 0;

	body[0] = l->seq;
	body[1] = (uint8_t)r->code;
	memcpy(body + 2, r->body, r->size);
	put16(body + n, link_crc(body, n));
	frame[used++] = FLAG;
	for (size_t i = 0; i < n + 2; i++)
		used += stuff(frame + used, body[i]);
	frame[used++] = FLAG;
	if (serial_write(&l->serial, frame, used) != 0)
		return fail(l, LINK_E_PORT, l->serial.why);
	return 0;
}

/* Takes a received byte: true if it completes a frame with a correct CRC. */
static bool take_byte(struct link *l, uint8_t byte)
{
	size_t n = l->count;

	if (byte == FLAG) {
		l->count = 0;
		l->escaped = false;
		return n >= 4 && n <= LINK_FRAME &&
		       link_crc(l->frame, n - 2) == get16(l->frame + n - 2);
	}
	if (byte == ESCAPE) {
		l->escaped = true;
		return false;
	}
	if (n < LINK_FRAME)
		l->frame[n] = l->escaped ? byte ^ ESCAPED : byte;
	if (n <= LINK_FRAME)
		l->count = n + 1;
	l->escaped = false;
	return false;
}

/* Receives the next correct frame before DEADLINE. Returns its bytes without
 * the CRC, 0 if none came, or an error. */
static int receive(struct link *l, int64_t deadline)
{
	for (;;) {
		int64_t left = deadline - now_ms();
		long got;

		while (l->input_next < l->input_end) {
			size_t n = l->count;
			if (take_byte(l, l->input[l->input_next++]))
				return (int)n - 2;
		}
		if (stopped(l))
			return fail(l, LINK_E_INTERRUPTED, "interrupted");
		if (left <= 0)
			return 0;
		got = serial_read(&l->serial, l->input, sizeof l->input,
				  (int)left);
		if (got < 0)
			return fail(l, LINK_E_PORT, l->serial.why);
		l->input_next = 0;
		l->input_end = (size_t)got;
	}
}

/* After an error: sends a flag, which ends a partial frame at the board, and
 * waits until the line is idle. */
static int resynchronize(struct link *l)
{
	static const uint8_t flag = FLAG;
	int64_t deadline = now_ms() + ANSWER_MS;
	long got = 1;

	if (serial_write(&l->serial, &flag, 1) != 0)
		return fail(l, LINK_E_PORT, l->serial.why);
	while (got > 0 && now_ms() < deadline)
		got = serial_read(&l->serial, l->input, sizeof l->input,
				  QUIET_MS);
	l->input_next = l->input_end = l->count = 0;
	l->escaped = false;
	return got < 0 ? fail(l, LINK_E_PORT, l->serial.why) : 0;
}

static int64_t patience(const struct link *l, const struct request *r)
{
	size_t bytes = 2 * (r->size + r->expected + 16);

	return ANSWER_MS + (int64_t)(bytes * 10000 / l->serial.baud) +
	       (int64_t)(r->work / 64);
}

/* Sends R once. Returns the size of the response in l->frame, 0 for none, or an
 * error. */
static int send_once(struct link *l, const struct request *r)
{
	int64_t deadline = now_ms() + patience(l, r);
	int n = send_frame(l, r);

	while (n == 0) {
		n = receive(l, deadline);
		if (n <= 0)
			return n;
		if (l->frame[0] == l->seq && l->frame[1] != RESULT_DAMAGED)
			return n;
		if (l->frame[0] == 0 && l->frame[1] == RESULT_DAMAGED)
			return 0;
		n = 0;          /* a response to an earlier request */
	}
	return n;
}

static int refused(struct link *l)
{
	switch ((enum result)l->frame[1]) {
	case RESULT_OK:
		return 0;
	case RESULT_DAMAGED:
		break;
	case RESULT_COMMAND:
		return fail(l, LINK_E_REFUSED, "it does not know the request");
	case RESULT_LENGTH:
		return fail(l, LINK_E_REFUSED,
			    "the request has the wrong length");
	case RESULT_ADDRESS:
		return fail(l, LINK_E_REFUSED, "the address is outside RAM");
	case RESULT_RESET:
		return fail(l, LINK_E_REFUSED, "the core is in reset");
	case RESULT_REGISTER:
		return fail(l, LINK_E_REFUSED, "the core has no such register, "
			    "or refuses the access now");
	}
	return fail(l, LINK_E_RESPONSE, "an unknown response");
}

/* Sends R until a response comes. Returns the bytes of the response behind its
 * head, or an error. */
static int send_request(struct link *l, const struct request *r)
{
	int64_t end = now_ms() + l->patience_ms;
	int n, bad;

	l->seq = (uint8_t)(l->seq == 255 ? 1 : l->seq + 1);
	for (int i = 0; i < TRIES || now_ms() < end; i++) {
		if (i > 0 || l->seq == 1) {
			n = resynchronize(l);
			if (n < 0)
				return n;
		}
		l->repeated += i > 0;
		n = send_once(l, r);
		if (n < 0)
			return n;
		if (n > 0) {
			bad = refused(l);
			return bad ? bad : n - 2;
		}
	}
	return fail(l, LINK_E_SILENT, "no response");
}

static int wrong_length(struct link *l)
{
	return fail(l, LINK_E_RESPONSE, "a response of the wrong length");
}

/* As send_request, for a response of SIZE bytes: 0 or an error. */
static int send_request_for(struct link *l, const struct request *r,
			    size_t size)
{
	int n = send_request(l, r);

	if (n < 0)
		return n;
	return (size_t)n == size ? 0 : wrong_length(l);
}

/* --- requests --------------------------------------------------------- */

/* The extensions of a core by the word that its board sends. */
static struct machine extensions(uint32_t word)
{
	return (struct machine){
#define PLACE(at, bits, flag) .flag = word >> at & ((1u << bits) - 1),
#include "isa/exts.def"
	};
}

int link_info(struct link *l, struct link_info *info)
{
	struct request r = { .code = CODE_INFO, .expected = INFO_BYTES };
	const uint8_t *a = l->frame + 2;
	int n = send_request(l, &r);
	size_t used = 0;

	if (n < 0)
		return n;
	if (n < 1 || (a[0] == LINK_VERSION && n != INFO_BYTES))
		return wrong_length(l);
	*info = (struct link_info){ .version = a[0] };
	if (a[0] != LINK_VERSION)
		return 0;
	info->warps = a[1];
	info->threads = a[2];
	info->lanes = a[3];
	info->core = extensions(get16(a + 4));
	info->ram_base = get32(a + 6);
	info->ram_size = get32(a + 10);
	info->reset_pc = get32(a + 14);
	info->smem_size = get32(a + 18);
	info->clock_hz = get32(a + 22);
	info->data_most = get16(a + 26);
	/* the last letter comes first */
	for (int i = 11; i >= 0; i--)
		if (a[28 + i] >= ' ' && a[28 + i] < 127)
			info->name[used++] = (char)a[28 + i];
	return 0;
}

int link_status(struct link *l, uint16_t position, struct link_status *s)
{
	struct request r = { .code = CODE_STATUS, .size = 2,
			     .expected = STATUS_BYTES + LINK_CONSOLE };
	const uint8_t *a = l->frame + 2;
	int n;

	put16(r.body, position);
	n = send_request(l, &r);
	if (n < 0)
		return n;
	if (n < STATUS_BYTES || n > STATUS_BYTES + LINK_CONSOLE)
		return wrong_length(l);
	s->run = a[0] & 1;
	s->done = a[0] >> 1 & 1;
	s->fault = a[0] >> 2 & 1;
	s->exit_code = get32(a + 1);
	s->warp = a[5];
	s->pc = get32(a + 6);
	s->cause = a[10];
	s->tval = get32(a + 11);
	s->cycles = get32(a + 15) | (uint64_t)a[19] << 32;
	s->position = get16(a + 20);
	s->count = (size_t)n - STATUS_BYTES;
	memcpy(s->console, a + STATUS_BYTES, s->count);
	return 0;
}

int link_write(struct link *l, uint32_t addr, const uint8_t *bytes, size_t n)
{
	struct request r = { .code = CODE_WRITE, .size = 4 + n, .work = n };

	if (n == 0 || n > BODY - 4)
		return fail(l, LINK_E_REFUSED, "too many bytes to write");
	put32(r.body, addr);
	memcpy(r.body + 4, bytes, n);
	return send_request_for(l, &r, 0);
}

int link_read(struct link *l, uint32_t addr, uint8_t *bytes, size_t n)
{
	while (n > 0) {
		size_t part = n < READ_MOST ? n : READ_MOST;
		struct request r = { .code = CODE_READ, .size = 6,
				     .expected = part };
		int bad;

		put32(r.body, addr);
		put16(r.body + 4, (uint32_t)part);
		bad = send_request_for(l, &r, part);
		if (bad)
			return bad;
		memcpy(bytes, l->frame + 2, part);
		addr += (uint32_t)part;
		bytes += part;
		n -= part;
	}
	return 0;
}

int link_fill(struct link *l, uint32_t addr, size_t n, uint8_t value)
{
	struct request r = { .code = CODE_FILL, .size = 7, .work = n };

	put32(r.body, addr);
	put16(r.body + 4, (uint32_t)n);
	r.body[6] = value;
	return send_request_for(l, &r, 0);
}

int link_check(struct link *l, uint32_t addr, size_t n, uint16_t *crc)
{
	struct request r = { .code = CODE_CHECK, .size = 6, .work = n };
	int bad;

	put32(r.body, addr);
	put16(r.body + 4, (uint32_t)n);
	bad = send_request_for(l, &r, 2);
	*crc = get16(l->frame + 2);
	return bad;
}

int link_poke(struct link *l, uint32_t offset, uint32_t value)
{
	struct request r = { .code = CODE_POKE, .size = 8 };

	put32(r.body, offset);
	put32(r.body + 4, value);
	return send_request_for(l, &r, 0);
}

int link_peek(struct link *l, uint32_t offset, uint32_t *value)
{
	struct request r = { .code = CODE_PEEK, .size = 4, .expected = 4 };
	int bad;

	put32(r.body, offset);
	bad = send_request_for(l, &r, 4);
	*value = get32(l->frame + 2);
	return bad;
}

int link_run(struct link *l)
{
	struct request r = { .code = CODE_RUN };

	return send_request_for(l, &r, 0);
}

int link_stop(struct link *l)
{
	struct request r = { .code = CODE_STOP };

	return send_request_for(l, &r, 0);
}
