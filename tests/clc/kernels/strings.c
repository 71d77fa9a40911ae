/* strings.c - functions of strings that differ between threads
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include "host.h"

static const char *const words[] = { "alpha", "beta", "be", "", "alphabet",
				     "gamma ray", "z" };

static uint32_t place(const char *s, const char *at)
{
	return at ? (uint32_t)(at - s) : 99;
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid, r;
	const char *a = words[i % 7], *b = words[i * 5 % 6];
	char text[24], fixed[8];

	strcpy(text, a);
	r = (uint32_t)strlen(strcat(text, b));
	r = r * 5 + (strcmp(a, b) > 0) + 2u * (strcmp(a, b) == 0);
	r = r * 5 + (strncmp(a, b, i % 4) < 0);
	r = r * 99 + place(text, strchr(text, 'a' + (int)(i % 5)));
	r = r * 99 + place(text, strrchr(text, i % 3 ? 'a' : 0));
	strncpy(fixed, text, sizeof fixed);
	for (uint32_t k = 0; k < sizeof fixed; k++)
		r = r * 3 + (uint32_t)fixed[k];
	out[i] = r;
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
