/* dram.c - dynamic memory: rows, banks, channels, bus and refresh, in cycles
 * SPDX-License-Identifier: Apache-2.0
 *
 * At 1000 MHz a cycle is a nanosecond. What is expected is added up here from
 * the times of JESD79-4 and its like, in nanoseconds.
 */
#include "base/rnd.h"
#include "cosim/memory/dram.h"
#include "tests/tap.h"

enum { MHZ = 1000, LINE = 64, BEATS = 4 };

static struct dram *begin(const char *chip, uint32_t mhz)
{
	return dram_new(dram_find(chip), mhz);
}

static uint64_t load(struct dram *d, uint64_t cycle, uint32_t addr)
{
	return dram_access(d, cycle, false, addr, LINE, BEATS, 1);
}

static uint64_t store(struct dram *d, uint64_t cycle, uint32_t addr)
{
	return dram_access(d, cycle, true, addr, LINE, BEATS, 1);
}

static void is_cycle(uint64_t got, double ns, const char *what)
{
	uint64_t want = (uint64_t)ns + ((double)(uint64_t)ns < ns);

	ok(got == want, "%s: cycle %llu, expected %llu", what,
	   (unsigned long long)got, (unsigned long long)want);
}

/* tRCD + CL + burst of ddr4, and its parts. */
#define CLOSED (13.32 + 13.32 + 3.332)
#define HIT (13.32 + 3.332)
enum { BANK = 8192, ROW = 16 * 8192 };  /* bytes to the next one */

static void rows(void)
{
	struct dram *d = begin("ddr4", MHZ);
	const struct dram_counts *n = dram_counts(d);

	is_cycle(load(d, 0, 0), CLOSED, "the first access opens a row");
	is_cycle(load(d, 100, 64), 100 + HIT, "the next burst of the row");
	is_cycle(load(d, 200, ROW), 200 + 13.32 + CLOSED, "another row");
	is_cycle(load(d, 300, ROW), 300 + HIT, "that row again");
	is_cycle(load(d, 400, BANK), 400 + CLOSED, "another bank");
	is_cycle(load(d, 500, ROW + 128), 500 + HIT,
		 "its row has stayed open meanwhile");
	ok(n->reads == 6 && n->writes == 0, "six bursts read");
	ok(n->hits == 3 && n->opened == 2 && n->replaced == 1,
	   "three in their row, two in none, one in another");
	dram_free(d);
}

static void busy(void)
{
	struct dram *d = begin("ddr4", MHZ);

	load(d, 0, 0);
	is_cycle(load(d, 0, 64), CLOSED + 3.332, "the bus: one by one");
	is_cycle(load(d, 0, BANK), CLOSED + 2 * 3.332,
		 "another bank opens its row meanwhile");
	is_cycle(load(d, 0, ROW), 32 + 13.32 + CLOSED,
		 "a row stays open for tRAS");
	ok(dram_use(d, 100) > 0.133 && dram_use(d, 100) < 0.134,
	   "four bursts of 3.332 ns in 100 ns");
	dram_free(d);
}

/* The fifth row in tFAW waits, others for tRRD. */
static void window(void)
{
	struct dram *d = begin("ddr4", MHZ);

	for (uint32_t i = 0; i < 4; i++)
		load(d, 0, i * BANK);
	is_cycle(load(d, 0, 4 * BANK), 21 + CLOSED, "five rows: tFAW");
	is_cycle(load(d, 0, 5 * BANK), 21 + 4.9 + CLOSED, "six: tRRD");
	dram_free(d);
}

static void writes(void)
{
	struct dram *d = begin("ddr4", MHZ);
	double end = 13.32 + 9.996 + 3.332;

	is_cycle(store(d, 0, 0), end, "a write");
	is_cycle(load(d, 0, 64), end + 7.5 + HIT, "a read behind it: tWTR");
	is_cycle(load(d, 50, ROW), 50 + 13.32 + CLOSED,
		 "another row: tWR is over");
	dram_free(d);
	d = begin("ddr4", MHZ);
	store(d, 0, 0);
	store(d, 25, 64);
	is_cycle(load(d, 35, ROW), 25 + 9.996 + 3.332 + 15 + 13.32 + CLOSED,
		 "another row: tWR");
	dram_free(d);
}

static void refreshes(void)
{
	struct dram *d = begin("ddr4", MHZ);
	const struct dram_counts *n = dram_counts(d);

	load(d, 0, 0);
	is_cycle(load(d, 7799, 0), 7799 + HIT, "before a refresh");
	is_cycle(load(d, 7800, 0), 7799 + 7.5 + 13.32 + 350 + CLOSED,
		 "behind it, all rows are closed");
	ok(n->refreshes == 1, "one refresh");
	is_cycle(load(d, 78000 + 1000, 0), 78000 + 1000 + CLOSED,
		 "long behind some");
	ok(n->refreshes == 2, "those with nothing between are one");
	is_cycle(load(d, 85800 + 100, 0), 85800 + 350 + CLOSED,
		 "while one goes on");
	dram_free(d);
}

static void channels(void)
{
	struct dram *d = begin("hbm2", MHZ);
	double closed = 14 + 14 + 2;

	for (uint32_t i = 0; i < 8; i++)
		is_cycle(load(d, 0, 64 * i), closed, "channels go together");
	is_cycle(load(d, 0, 64 * 8), closed + 2, "two bursts of one");
	ok(dram_use(d, 9) > 0.249 && dram_use(d, 9) < 0.251,
	   "nine of 8 x 4.5 bursts");
	dram_free(d);
}

/* A line of several bursts: no beat goes before its data. */
static void lines(void)
{
	struct dram *d = begin("lpddr4", MHZ);

	/* Bursts of 32 bytes, on the two channels in turn. */
	is_cycle(dram_access(d, 0, false, 0, 64, 4, 1), 18 + 17.5 + 5,
		 "the first half decides");
	is_cycle(dram_access(d, 100, false, 64, 128, 4, 1), 100 + 17.5 + 5 + 3,
		 "its last burst, two of a channel, three beats earlier");
	is_cycle(dram_access(d, 200, false, 192, 128, 4, 10), 200 + 17.5 + 5,
		 "a slow bus waits for none of them");
	is_cycle(dram_access(d, 300, false, 4, 4, 1, 1), 300 + 17.5 + 5,
		 "four bytes take a burst");
	dram_free(d);
}

/* A core at a tenth of the clock sees a tenth of the cycles. */
static void clocks(void)
{
	struct dram *d = begin("ddr4", 100);

	is_cycle(load(d, 0, 0), CLOSED / 10, "100 MHz");
	is_cycle(load(d, 780, 0), 780 + (350 + CLOSED) / 10,
		 "100 MHz, behind a refresh");
	dram_free(d);
}

/* However they come: answers are late, but not for ever, and the buses carry no
 * more than they can. */
static void bounded(void)
{
	const struct dram_chip *c;
	struct rnd r;

	rnd_seed(&r, 7);
	for (uint32_t k = 0; (c = dram_chip(k)); k++) {
		struct dram *d = dram_new(c, MHZ);
		uint64_t cycle = 0, last = 0, most = 0;

		for (uint32_t i = 0; i < 20000; i++) {
			bool write = rnd_below(&r, 3) == 0;
			uint32_t addr = rnd_below(&r, 1 << 20) & ~63u;
			uint64_t due;

			cycle += rnd_below(&r, 200);
			due = write ? store(d, cycle, addr) :
			      load(d, cycle, addr);
			last = due > last ? due : last;
			most = due - cycle > most ? due - cycle : most;
		}
		ok(most < 2000, "%s: the latest answer after %llu cycles",
		   c->name, (unsigned long long)most);
		ok(dram_use(d, last) <= 1, "%s: the buses are used once",
		   c->name);
		dram_free(d);
	}
}

int main(void)
{
	rows();
	busy();
	window();
	writes();
	refreshes();
	channels();
	lines();
	clocks();
	bounded();
	ok(!dram_find("sdram") && !dram_find(""), "others are not known");
	return tap_done();
}
