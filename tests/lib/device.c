/* device.c - a host of libwarpwright: device DEVICE KERNELS.elf ELSEWHERE.elf
 * SPDX-License-Identifier: Apache-2.0
 *
 * The second file is the same program at another address. A real device, behind
 * registers, does not notice deadlocks and stack overflows.
 */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <warpwright/device.h>

#include "tests/tap.h"

enum { N = 24, THREADS = 3, ROUNDS = 6 };

static struct wwd *d;
static struct wwd_program *p;
static char said[64];
static bool real, window;

static bool is(int got, int want, const char *name)
{
	bool same = ok(got == want, "%s", name);

	if (!same)
		diag("got %d (%s), expected %d", got, wwd_error(), want);
	return same;
}

static struct wwd_launch launch(const char *kernel, uint32_t arg)
{
	struct wwd_launch l = {
		.arg = arg, .grid = { 3, 1, 1 }, .block = { N / 3, 1, 1 }
	};

	if (wwd_entry(p, kernel, &l.pc))
		diag("%s", wwd_error());
	return l;
}

static uint32_t start(const struct wwd_launch *l)
{
	uint32_t ticket = 0;

	if (wwd_start(d, l, &ticket))
		diag("%s", wwd_error());
	return ticket;
}

/* The launch ends in that way; returns its result. */
static struct wwd_result ends(uint32_t ticket, enum wwd_end end,
			      const char *name)
{
	struct wwd_result r = { .end = (enum wwd_end)-1 };
	char text[256] = "";
	int error = wwd_wait(d, ticket, 60, &r);

	if (!ok(!error && r.end == end, "%s", name)) {
		if (!error)
			wwd_explain(d, &r, text, sizeof text);
		diag("%s", error ? wwd_error() : text);
	}
	return r;
}

static struct wwd_result runs(const struct wwd_launch *l, enum wwd_end end,
			      const char *name)
{
	return ends(start(l), end, name);
}

/* --- buffers and sums ----------------------------------------------------- */

struct add { uint32_t by, data; };

/* The argument of `add` for N words that begin with FIRST and rise. */
static uint32_t buffer(uint32_t by, uint32_t first, uint32_t *data)
{
	struct add a = { .by = by };
	uint32_t words[N], arg = 0;

	for (uint32_t i = 0; i < N; i++)
		words[i] = first + i;
	if (wwd_alloc(d, sizeof words, 0, &a.data) ||
	    wwd_alloc(d, sizeof a, 0, &arg) ||
	    wwd_write(d, a.data, words, sizeof words) ||
	    wwd_write(d, arg, &a, sizeof a))
		diag("%s", wwd_error());
	*data = a.data;
	return arg;
}

static bool holds(uint32_t data, uint32_t first)
{
	uint32_t words[N];
	bool same = !wwd_read(d, data, words, sizeof words);

	for (uint32_t i = 0; same && i < N; i++)
		same = words[i] == first + i;
	return same;
}

/* Memory at an address; DATA is in use. */
static void reserves(uint32_t data)
{
	uint32_t at = (data - 4096) & ~1023u;
	uint64_t before = 0, after = 0;

	wwd_query(d, WWD_RAM_FREE, &before);
	is(wwd_reserve(d, at, 1000), 0, "memory at an address");
	wwd_query(d, WWD_RAM_FREE, &after);
	ok(after + 1024 == before, "whole lines are not free");
	is(wwd_reserve(d, at + 768, 4), WWD_E_OVERLAP, "in use");
	is(wwd_reserve(d, data, 4), WWD_E_OVERLAP, "by wwd_alloc");
	is(wwd_reserve(d, at + 1028, 4), WWD_E_ARGUMENT, "amid a line");
	is(wwd_reserve(d, 0, 4), WWD_E_ADDRESS, "not in memory");
	is(wwd_free(d, at), 0, "is given back");
}

static void test_memory(void)
{
	uint32_t data, arg = buffer(5, 100, &data), other = 0;
	struct wwd_launch l = launch("add", arg);

	runs(&l, WWD_COMPLETE, "a launch is complete");
	ok(holds(data, 105), "its stores are read");
	runs(&l, WWD_COMPLETE, "the same launch again");
	ok(holds(data, 110), "memory stays between launches");
	other = 7;
	is(wwd_write(d, arg, &other, 4), 0, "the host writes between launches");
	runs(&l, WWD_COMPLETE, "the next launch");
	ok(holds(data, 117), "sees it");
	wwd_write(d, data + 5, "abc", 3);
	wwd_read(d, data + 5, said, 3);
	ok(!memcmp(said, "abc", 3), "addresses and sizes may be odd");
	memset(said, 0, sizeof said);
	is(wwd_free(d, data), 0, "memory is given back");
	is(wwd_free(d, data), WWD_E_ADDRESS, "but not twice");
	is(wwd_alloc(d, N * 4, 0, &other), 0, "and taken again");
	ok(other == data, "at the same place");
	is(wwd_alloc(d, UINT64_C(1) << 40, 0, &other), WWD_E_FULL, "too much");
	is(wwd_alloc(d, 0, 0, &other), WWD_E_ARGUMENT, "no bytes");
	is(wwd_alloc(d, 4, 3, &other), WWD_E_ARGUMENT, "an odd alignment");
	reserves(data);
	is(wwd_write(d, 0x100, &other, 4), WWD_E_ADDRESS, "outside memory");
	is(wwd_read(d, UINT32_MAX, &other, 4), WWD_E_ADDRESS, "at its end");
}

/* Takes all memory of a device with constant memory, and gives it back. */
static void test_constant(void)
{
	uint64_t from = 0, bytes = 0;
	uint32_t at[64], n = 0;
	bool above = false, below = false, inside = false;

	wwd_query(d, WWD_CONST_BASE, &from);
	is(wwd_query(d, WWD_CONST_SIZE, &bytes), 0, "constant memory");
	while (bytes && n < 64 && !wwd_alloc(d, 1024, 0, &at[n])) {
		above |= at[n] >= from + bytes;
		below |= at[n] + 1024 <= from;
		inside |= at[n] < from + bytes && at[n] + 1024 > from;
		n++;
	}
	ok(!inside && above == !!bytes && below == above,
	   "what programs store to is above and below");
	while (n--)
		wwd_free(d, at[n]);
}

/* --- several launches ----------------------------------------------------- */

static void test_several(void)
{
	enum { MANY = 20 };
	uint32_t data[MANY], ticket[MANY];

	for (uint32_t i = 0; i < MANY; i++) {
		struct wwd_launch l =
			launch("add", buffer(i, 1000 * i, &data[i]));

		ticket[i] = start(&l);
	}
	ends(ticket[MANY - 1], WWD_COMPLETE, "the last of twenty launches");
	for (uint32_t i = 0; i < MANY - 1; i++)
		ends(ticket[i], WWD_COMPLETE, "one of twenty launches");
	for (uint32_t i = 0; i < MANY; i++)
		ok(holds(data[i], 1001 * i), "and its stores");
	is(wwd_wait(d, ticket[0], 1, NULL), WWD_E_TICKET, "waited for twice");
	is(wwd_abort(d, 12345), WWD_E_TICKET, "a ticket that is none");
}

static void *work(void *good)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint32_t data, arg = buffer(i, i, &data), ticket;
		struct wwd_launch l = launch("add", arg);

		if (wwd_start(d, &l, &ticket) ||
		    wwd_wait(d, ticket, 60, NULL) || !holds(data, 2 * i) ||
		    wwd_free(d, data) || wwd_free(d, arg)) {
			diag("%s", wwd_error());
			*(bool *)good = false;
		}
	}
	return NULL;
}

/* Threads start launches while the first one waits for a launch that goes on
 * until one of them has been there. */
static void test_threads(void)
{
	pthread_t thread[THREADS];
	bool good[THREADS];
	uint32_t go = 0, one = 1, ticket;
	struct wwd_launch l;

	wwd_alloc(d, 4, 0, &go);
	wwd_write(d, go, &(uint32_t){ 0 }, 4);
	l = launch("spin", go);
	l.grid[0] = l.block[0] = 1;
	ticket = start(&l);
	for (int i = 0; i < THREADS; i++) {
		good[i] = true;
		pthread_create(&thread[i], NULL, work, &good[i]);
	}
	is(wwd_wait(d, ticket, 0.05, NULL), WWD_E_TIMEOUT, "a limit of time");
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], NULL);
		ok(good[i], "launches of another thread");
	}
	is(wwd_abort(d, ticket), 0, "an abort");
	ends(ticket, WWD_CUT, "a launch that was aborted");
	(void)one;
}

/* --- launches that fail --------------------------------------------------- */

static void test_failures(void)
{
	uint32_t data, arg = buffer(1, 0, &data), ticket;
	struct wwd_launch l = launch("trap", 0), good = launch("add", arg);
	struct wwd_result r = runs(&l, WWD_TRAPPED, "a trap");
	char text[256];

	wwd_explain(d, &r, text, sizeof text);
	ok(r.pc && strstr(text, "trap__threads") && strstr(text, "access"),
	   "is explained: %s", text);
	l = launch("stuck", 0);
	l.block[0] = 1;
	l.flags = WWD_BARRIERS_OF(1);
	ticket = start(&l);
	is(wwd_wait(d, ticket, real ? 0.1 : 60, NULL),
	   real ? WWD_E_TIMEOUT : WWD_E_DEADLOCK, "a deadlock");
	wwd_abort(d, ticket);
	ends(ticket, WWD_CUT, "is aborted");
	l = launch("add", arg);
	l.block[0] = 100000;
	r = runs(&l, WWD_REFUSED, "too many threads");
	ok(r.reason == 3, "are refused for a reason");
	l.block[0] = 0;
	runs(&l, WWD_REFUSED, "a block without threads");
	l = launch("add", arg);
	l.flags = 0x80;
	is(wwd_start(d, &l, &ticket), WWD_E_ARGUMENT, "a flag that is none");
	runs(&good, WWD_COMPLETE, "after all these a launch is complete");
	ok(holds(data, 1), "and right");
}

static void test_whole(void)
{
	struct wwd_launch l = launch(NULL, 0);
	struct wwd_result r;

	l.grid[0] = l.block[0] = 1;
	l.flags = WWD_WHOLE;
	r = runs(&l, WWD_EXITED, "a program with a main");
	is((int)r.exit_code, 41, "has an exit code");
	r = runs(&l, WWD_EXITED, "once more");
	is((int)r.exit_code, 42, "its variables stay");
}

/* A device whose memory fails (tests/lib/registers.c). */
static void test_broken(void)
{
	uint32_t data, arg = buffer(1, 0, &data), ticket;
	struct wwd_launch l = launch("add", 0xbad00000);

	ticket = start(&l);
	wwd_wait(d, ticket, 60, NULL);
	is(wwd_read(d, data, &ticket, 4), WWD_E_DEVICE, "memory has failed");
	is(wwd_start(d, &l, &ticket), WWD_E_DEVICE, "no launch");
	is(wwd_reset(d), 0, "until a reset");
	l.arg = arg;
	runs(&l, WWD_COMPLETE, "then launches go on");
}

/* --- programs, console, reset --------------------------------------------- */

static void test_programs(const char *here, const char *elsewhere)
{
	struct wwd_program *first = p, *q;
	uint32_t data, arg = buffer(1, 0, &data), pc;
	struct wwd_launch l;

	is(wwd_load(d, here, &q), WWD_E_OVERLAP, "a program at the same place");
	ok(strstr(wwd_error(), "--base") && !q, "has nothing: %s",
	   wwd_error());
	is(wwd_load(d, elsewhere, &q), 0, "a program elsewhere");
	is(wwd_load(d, "nowhere.elf", &q), WWD_E_PROGRAM, "no file");
	is(wwd_entry(p, "nothing", &pc), WWD_E_KERNEL, "no kernel");
	is(wwd_load(d, elsewhere, &q), WWD_E_OVERLAP, "twice");
	is(wwd_unload(p), 0, "the first program is unloaded");
	is(wwd_load(d, here, &p), 0, "and loaded");
	ok(!wwd_entry(p, "add", &pc), "its kernels are found");
	l = launch("add", arg);
	runs(&l, WWD_COMPLETE, "and run");
	(void)first;
}

static void put(void *context, const char *text, size_t n)
{
	strncat(context, text, n);
}

static void test_reset(void)
{
	uint32_t data, arg = buffer(2, 4, &data), ticket;
	struct wwd_launch l = launch("speak", 'x'), spin = launch("spin", arg);

	wwd_console(d, put, said);
	l.block[0] = 1;
	l.flags = WWD_FLUSH;
	runs(&l, WWD_COMPLETE, "a launch writes to the console");
	is_str(said, window ? "" : "xxx", "and the host has it");
	spin.arg = data + 64;
	wwd_alloc(d, 4, 0, &spin.arg);
	wwd_write(d, spin.arg, &(uint32_t){ 0 }, 4);
	ticket = start(&spin);
	wwd_wait(d, ticket, 0, NULL);
	is(wwd_reset(d), 0, "a reset while a launch is in flight");
	ends(ticket, WWD_CUT, "cuts it");
	l = launch("add", arg);
	runs(&l, WWD_COMPLETE, "launches go on");
	ok(holds(data, 6), "with the same memory");
	if (real)
		return;
	spin = launch("deep", 0);
	ticket = start(&spin);
	is(wwd_wait(d, ticket, 60, NULL), WWD_E_DEVICE, "a stack overflow");
	ok(strstr(wwd_error(), "deep__threads"), "%s", wwd_error());
	is(wwd_read(d, data, &ticket, 4), WWD_E_DEVICE, "fails the device");
	is(wwd_reset(d), 0, "until a reset");
	runs(&l, WWD_COMPLETE, "then launches go on");
}

int main(int argc, char **argv)
{
	uint64_t slots = 0;
	char march[64] = "";

	if (argc != 4 || !is(wwd_open(argv[1], &d), 0, argv[1]) ||
	    !is(wwd_load(d, argv[2], &p), 0, "a program is loaded"))
		return tap_done();
	window = !strncmp(argv[1], "window", 6);
	real = window || !strncmp(argv[1], "serial", 6);
	is(wwd_query(d, WWD_SLOTS, &slots), 0, "slots");
	wwd_march(d, march, sizeof march);
	ok(slots > 1 && strstr(march, "_xblock"), "%s", march);
	test_memory();
	test_constant();
	test_several();
	test_failures();
	test_whole();
	test_threads();
	test_programs(argv[2], argv[3]);
	test_reset();
	if (window)
		test_broken();
	is(wwd_close(d), 0, "the device is closed");
	is(wwd_start(d, NULL, NULL), WWD_E_ARGUMENT, "no launch");
	is(wwd_entry(NULL, "add", NULL), WWD_E_ARGUMENT, "no program");
	is(wwd_open("toaster", &d), WWD_E_NAME, "no kind of device");
	is(wwd_open("golden:nothing", &d), WWD_E_NAME, "no configuration");
	is(wwd_open("golden,core.warps=3", &d), WWD_E_NAME, "no parameter");
	is(wwd_open("golden,mem-latency=3", &d), WWD_E_NAME, "no timing");
	return tap_done();
}
