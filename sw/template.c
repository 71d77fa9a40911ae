/* @name@.c - scales a vector, and mirrors what is below zero
 *
 *	warpwright run @name@.c                  on the golden model
 *	warpwright run --on verilator @name@.c   on the RTL, in lockstep
 *	warpwright run -s core.threads=8 -DN=5000 @name@.c
 */
#include "warpwright.h"

#ifndef N
#define N 1000
#endif

struct @name@_args {
	const int32_t *in;
	int32_t *out;
	uint32_t n;
	int32_t scale;
};

/* Every thread of every software warp calls this once. tid counts the threads
 * of its warp, wid the warps. */
static void @name@_kernel(uint32_t tid, uint32_t wid)
{
	const struct @name@_args *a = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	/* Conditions that differ between threads: __if, never if or ?: */
	__if(i < a->n) {
		int32_t v = a->in[i];

		__if(v < 0) {
			a->out[i] = -v;
		} __else {
			a->out[i] = v * a->scale;
		} __endif
	} __endif
}

static int32_t in[N], out[N];

/* The same in plain C, on one thread: 1 if something is wrong. */
static int check(int32_t scale)
{
	for (int i = 0; i < N; i++) {
		int32_t want = in[i] < 0 ? -in[i] : in[i] * scale;

		if (out[i] != want) {
			vx_printf("@name@: out[%d] is %d, not %d\n", i, out[i],
				  want);
			return 1;
		}
	}
	return 0;
}

/* Runs on thread 0 of warp 0. What it returns is the exit code. */
int main(void)
{
	uint32_t threads = ww_num_threads(), start;
	struct @name@_args args = { in, out, N, 3 };

	for (int i = 0; i < N; i++)
		in[i] = i * 7 % 100 - 50;

	/* As many software warps as it takes; the hardware may have fewer. */
	start = ww_cycle();
	vx_spawnWarps((N + threads - 1) / threads, threads, @name@_kernel,
		      &args);
	vx_printf("@name@: %u cycles\n", ww_cycle() - start);
	return check(args.scale);
}
