/* vortex.c - programs for vortex.h: main, grids, printing
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdarg.h>

#include "vortex.h"
#include "vx_runtime.h"
#include "ww_block.h"

_Static_assert(sizeof(struct ww_vortex) == 1 << WW_VORTEX_SHIFT &&
	       offsetof(struct ww_vortex, state) == WW_VORTEX_STATE &&
	       offsetof(struct ww_vortex, kernel) == WW_VORTEX_KERNEL &&
	       offsetof(struct ww_vortex, arg) == WW_VORTEX_ARG &&
	       offsetof(struct ww_vortex, sp) == WW_VORTEX_SP,
	       "vortex.h has other offsets");

typedef void (*vortex_kernel)(void *arg);

struct ww_vortex ww_vortex_cores[VX_CORES] __attribute__((aligned(64)));

/* What the host clears before main begins. */
extern char __bss_start[], _end[];
char *const ww_vortex_bss[2] = { __bss_start, _end };

int main(void);
void ww_vortex_yield(uint32_t *sp);
void ww_vortex_run(const struct ww_vortex *v);
int vx_spawn_threads(uint32_t dimension, const uint32_t *grid,
		     const uint32_t *block, vortex_kernel kernel,
		     const void *arg);
void ww_vortex_no_local(uint32_t bytes);
int ww_vortex_printf(const char *format, ...);

/* --- main ----------------------------------------------------------------- */

#define COUNT(low, high) __extension__ ({ \
	uint32_t high_, low_; \
	do { \
		high_ = ww_csr_read(high); \
		low_ = ww_csr_read(low); \
	} while (high_ != ww_csr_read(high)); \
	(uint64_t)high_ << 32 | low_; })

WW_KERNEL(ww_vortex, uint32_t arg)
{
	struct ww_vortex *v = &ww_vortex_cores[ww_core_id()];
	uint64_t cycles = COUNT(WW_CSR_CYCLE, WW_CSR_CYCLEH);
	uint64_t instructions = COUNT(WW_CSR_INSTRET, WW_CSR_INSTRETH);

	(void)arg; /* main reads it in mscratch */
	__asm__ volatile("" : : "r"(ww_vortex_bss)); /* the linker keeps it */
	v->state = WW_VORTEX_RUNS;
	v->code = (uint32_t)main();
	v->cycles = COUNT(WW_CSR_CYCLE, WW_CSR_CYCLEH) - cycles;
	v->instructions = COUNT(WW_CSR_INSTRET, WW_CSR_INSTRETH) -
			  instructions;
	v->state = WW_VORTEX_RETURNED;
}

int vx_spawn_threads(uint32_t dimension, const uint32_t *grid,
		     const uint32_t *block, vortex_kernel kernel,
		     const void *arg)
{
	struct ww_vortex *v = &ww_vortex_cores[ww_core_id()];
	uint32_t most = ww_num_warps() * ww_num_threads(), empty = 0;
	uint64_t threads = 1;

	for (uint32_t d = 0; d < 3; d++) {
		v->grid[d] = grid && d < dimension ? grid[d] : 1;
		v->block[d] = block && d < dimension ? block[d] : 1;
		empty |= v->grid[d] == 0;
		if (threads <= most)
			threads *= v->block[d];
	}
	if (threads == 0 || threads > most || !kernel) {
		ww_vortex_printf(kernel ? "vx_spawn_threads: blocks of %llu "
				 "threads; a core has 1 to %u\n" :
				 "vx_spawn_threads: no kernel\n",
				 threads, most);
		return -1;
	}
	if (empty)
		return 0;
	v->kernel = (uint32_t)kernel;
	v->arg = (uint32_t)arg;
	v->state = WW_VORTEX_SPAWNS;
	ww_vortex_yield(&v->sp);
	return 0;
}

/* --- grids ---------------------------------------------------------------- */

/* Is the place of this thread in the grid of V, in direction D? */
static inline _Bool has(const struct ww_vortex *v, uint32_t d)
{
	return ww_block(d) * ww_block_size(d) + ww_thread(d) < v->grid[d];
}

void ww_vortex_run(const struct ww_vortex *v)
{
	__if(has(v, 0) & has(v, 1) & has(v, 2)) {
		((vortex_kernel)v->kernel)((void *)v->arg);
	} __endif
}

/* --- printing ------------------------------------------------------------- */

int ww_vortex_printf(const char *format, ...)
{
	va_list args;

	__if(vx_leads()) {
		vx_console_take();
	} __endif
	va_start(args, format);
	vx_print_each(format, args, (uint32_t)__builtin_return_address(0));
	va_end(args);
	__if(vx_leads()) {
		vx_console_leave();
	} __endif
	return 0;
}

void ww_vortex_no_local(uint32_t bytes)
{
	ww_vortex_printf("__local_mem(%u): a block has %u bytes of shared "
			 "memory; vx_check_occupancy says how many\n", bytes,
			 ww_csr_read(WW_CSR_BLOCK_SMEM_SIZE));
	vx_exit(VX_NO_SHARED);
}
