/* sfu_check.c - every name of vx_sfu.h against what vx_math.h computes
 * SPDX-License-Identifier: Apache-2.0
 *
 * The exit code is the line of the first comparison that is wrong.
 */
#include "warpwright.h"
#include "vx_sfu.h"

#define STEPS 40

static uint32_t wrong[1024];

/* How many floats lie between A and B, of one sign. */
static uint32_t apart(float a, float b)
{
	uint32_t i = vx_float_bits(a), j = vx_float_bits(b);

	return ww_choose(i < j, j - i, i - j);
}

#define NEAR(got, want, most) do { \
	uint32_t bad_ = apart(got, want) > (most); \
	__if(bad_ & (wrong[me] == 0)) { wrong[me] = __LINE__; } __endif \
} while (0)

/* 2^X of what vx_math.h has. */
static float power(float x)
{
	float whole = rintf(x);

	return expf((x - whole) * 0x1.62e43p-1f) *
	       vx_bits_float((uint32_t)((int32_t)whole + 127) << 23);
}

/* X is in (0, 8). */
static void check_at(uint32_t me, float x)
{
	float sine, cosine;

	NEAR(vx_rcp(x), 1.0f / x, 1);
	NEAR(vx_rsqrt(x), rsqrtf(x), 3);
	NEAR(vx_exp2(x), power(x), 3);
	NEAR(vx_log2(x), logf(x) * 0x1.715476p0f, 3);
	NEAR(vx_sin(x), sinf(x), 3);
	NEAR(vx_cos(x), cosf(x), 3);
	NEAR(vx_exp(-x), expf(-x), 2);
	NEAR(__fdividef(3.0f, x), 3.0f / x, 2);
	NEAR(__expf(x), expf(x), 2);
	NEAR(__exp10f(x), expf(x * 0x1.26bb1cp1f), 50);
	NEAR(__logf(x), logf(x), 3);
	NEAR(__log2f(x), logf(x) * 0x1.715476p0f, 3);
	NEAR(__log10f(x), logf(x) * 0x1.bcb7b2p-2f, 4);
	NEAR(__sinf(-x), sinf(-x), 3);
	NEAR(__cosf(-x), cosf(-x), 3);
	NEAR(__tanf(x), sinf(x) / cosf(x), 6);
	NEAR(__powf(x, 2.5f), x * x * sqrtf(x), 16);
	__sincosf(x, &sine, &cosine);
	NEAR(sine, vx_sin(x), 0);
	NEAR(cosine, vx_cos(x), 0);
	NEAR(native_recip(x), vx_rcp(x), 0);
	NEAR(native_rsqrt(x), vx_rsqrt(x), 0);
	NEAR(native_sqrt(x), sqrtf(x), 0);
	NEAR(native_divide(2.0f, x), __fdividef(2.0f, x), 0);
	NEAR(native_exp(x), __expf(x), 0);
	NEAR(native_exp2(x), vx_exp2(x), 0);
	NEAR(native_exp10(x), __exp10f(x), 0);
	NEAR(native_log(x), __logf(x), 0);
	NEAR(native_log2(x), vx_log2(x), 0);
	NEAR(native_log10(x), __log10f(x), 0);
	NEAR(native_sin(x), vx_sin(x), 0);
	NEAR(native_cos(x), vx_cos(x), 0);
	NEAR(native_tan(x), __tanf(x), 0);
	NEAR(native_powr(x, 2.5f), __powf(x, 2.5f), 0);
	/* Those that say how they round do so still. */
	NEAR(__frcp_rn(x), 1.0f / x, 0);
	NEAR(__fsqrt_rn(x), sqrtf(x), 0);
}

static void check(uint32_t tid, uint32_t wid)
{
	uint32_t me = wid * ww_num_threads() + tid;

	for (uint32_t i = 0; i < STEPS; i++)
		check_at(me, (float)(me * STEPS + i + 1) * 0x1.8p-8f);
}

int main(void)
{
	uint32_t warps = ww_num_warps();

	vx_spawnWarps(warps, ww_num_threads(), check, 0);
	for (uint32_t i = 0; i < warps * ww_num_threads(); i++)
		if (wrong[i])
			return (int)wrong[i];
	return 0;
}
