/* raymarch.c - a sphere on a plane: a ray a thread, stepped by distances
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"
#include "vx_math.h"

#ifndef N
#define N 48
#endif

enum { STEPS = 24 };

static uint8_t picture[N * N];

static float distance_at(float x, float y, float z)
{
	float sphere = sqrtf(x * x + y * y + (z - 3) * (z - 3)) - 1;
	float plane = y + 1;

	return fminf(sphere, plane);
}

static uint32_t shade(uint32_t i)
{
	float dx = ((float)(i % N) - N / 2) / N;
	float dy = (N / 2 - (float)(i / N)) / N;
	float far = 0, away = 1, scale = 1 / sqrtf(dx * dx + dy * dy + 1);
	uint32_t steps = 0;

	dx *= scale;
	dy *= scale;
	__while((steps < STEPS) & (away > 0.01f)) {
		away = distance_at(far * dx, far * dy, far * scale);
		far += away;
		steps++;
	} __endwhile
	return steps;
}

static void march(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);

	picture[i] = (uint8_t)shade(i);
}

int main(void)
{
	uint32_t wrong = 0, sum = 0;

	plain_begin();
	plain_run(N * N, march);
	plain_end();
	for (uint32_t i = 0; i < N * N; i++)
		sum += picture[i];
	for (uint32_t i = 0; i < N * N; i += 37)
		wrong += picture[i] != shade(i);
	return plain_result("raymarch", wrong + (sum <= N * N));
}
