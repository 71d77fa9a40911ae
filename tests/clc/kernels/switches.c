/* switches.c - switch on what threads disagree on, in a loop, with fallthrough
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

enum state { START, ODD, EVEN, BIG, DONE };

static uint32_t run(uint32_t x)
{
	enum state state = START;
	uint32_t turns = 0;

	while (state != DONE) {
		turns++;
		switch (state) {
		case START:
			state = x & 1 ? ODD : EVEN;
			break;
		case ODD:
			x = 3 * x + 1;
			/* fallthrough */
		case EVEN:
			x /= 2;
			state = x > 40 ? BIG : x < 3 ? DONE : START;
			break;
		case BIG:
			x -= 33;
			state = START;
			if (turns > 30)
				return turns * 1000;
			continue;
		case DONE:
			break;
		}
		turns += 100;
	}
	return turns;
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid, r;

	switch (i * 7 % 19) {
	case 0: r = 1; break;
	case 1: r = i << 4; break;
	case 4:
	case 5: r = run(i + 2); break;
	case 11: r = wid; /* fallthrough */
	case 12: r = tid + 3; break;
	case 18: return;
	default: r = run(i * 3 + 1) + 7; break;
	}
	out[i] = r;
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
