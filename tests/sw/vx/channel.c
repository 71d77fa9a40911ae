/* channel.c - a chain of software warps, and many to one,
 * by channels that are soon full
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

enum { STAGES = 13, WORDS = 25 };

static uint32_t store[STAGES + 1][2];
static struct vx_channel link[STAGES + 1];
static volatile uint32_t wrong;

/* Stage w adds w to what stage w - 1 sends; the last one compares. */
static void stage(uint32_t tid, uint32_t wid)
{
	uint32_t word, told;

	for (uint32_t i = 0; i < WORDS; i++) {
		word = wid == 0 ? i * i : vx_receive(&link[wid]) + wid;
		told = word * 2 + tid; /* all threads have the word */
		__if(told != 2 * (i * i + wid * (wid + 1) / 2) + tid) {
			wrong = 1;
		} __endif
		if (wid < STAGES - 1)
			vx_send(&link[wid + 1], word);
	}
}

static uint32_t words[3];
static struct vx_channel many = VX_CHANNEL(words);
static volatile uint32_t total;

static void to_one(uint32_t tid, uint32_t wid)
{
	uint32_t sum = 0;

	if (wid > 0) {
		for (uint32_t i = 0; i < 4; i++)
			/* the first thread's counts */
			vx_send(&many, wid * 10 + i + tid);
		return;
	}
	for (uint32_t i = 0; i < 4 * (STAGES - 1); i++)
		sum += vx_receive(&many);
	total = sum;
}

int main(void)
{
	for (uint32_t i = 0; i <= STAGES; i++)
		link[i] = (struct vx_channel)VX_CHANNEL(store[i]);
	vx_spawnWarps(STAGES, ww_num_threads(), stage, NULL);
	vx_spawnWarps(STAGES, ww_num_threads(), to_one, NULL);
	return (int)(wrong + (total != 4 * 10 * (STAGES * (STAGES - 1) / 2) +
					       6 * (STAGES - 1)));
}
