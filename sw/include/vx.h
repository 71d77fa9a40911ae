/* vx.h - the runtime kernel: software warps, what they share, and the matrix library
 * SPDX-License-Identifier: Apache-2.0
 *
 * warpwright.h includes this; doc/runtime.md explains it. Names that the source paper has are its names.
 *
 * A software warp is a call of a kernel by numT threads; a request is numW of them. Both may be
 * more than the hardware has: hardware warps take software warps from their run queues until these
 * are empty, and threads beyond those of a hardware warp go in rounds.
 *
 * What cannot go on ends the run with a message and an exit code:
 * 120 a wrong call, 121 no stack left, 122 no shared memory left, 123 no heap left, 124 all wait for
 * ever, 125 a kernel trapped, 126 threads apart where they must be together, 127 vx_assert.
 */
#ifndef VX_H
#define VX_H

#include <stddef.h>
#include <stdint.h>

/* TID counts 0 .. numT - 1, WID 0 .. numW - 1, unless flags or an id function say else. */
typedef void (*vx_kernel)(uint32_t tid, uint32_t wid);

/* Makes a thread's ids from those it would have without. Called by all threads together. */
typedef void (*vx_ids)(uint32_t *tid, uint32_t *wid);

/* A request; 0 is one that is done. */
typedef uint32_t vx_handle;

enum {
	VX_ASYNC = 1,         /* do not wait: warps 1 .. W-1 do the work */
	VX_ODD_WARPS = 2,     /* of 0 .. numW - 1 only the odd ones */
	VX_EVEN_WARPS = 4,
	VX_ODD_THREADS = 8,   /* of 0 .. numT - 1 only the odd ones */
	VX_EVEN_THREADS = 16
};

/* vx_handle vx_spawnWarps(numW, numT, kernel, args, flags = 0, ids = NULL)
 *
 * Calls KERNEL for numW software warps of numT threads, up to 2^32 each. Returns when all are done
 * and their stores can be seen; with VX_ASYNC at once, with a handle. For main: thread 0 of warp 0,
 * not a kernel. If the core has but one warp, an asynchronous request is done at vx_wait. */
#define vx_spawnWarps(...) VX_CHOOSE_(__VA_ARGS__, VX_SPAWN_6_, VX_SPAWN_5_, VX_SPAWN_4_)(__VA_ARGS__)
#define VX_CHOOSE_(w, t, k, a, f, i, chosen, ...) chosen
#define VX_SPAWN_4_(w, t, k, a) vx_spawn(w, t, k, a, 0, NULL)
#define VX_SPAWN_5_(w, t, k, a, f) vx_spawn(w, t, k, a, f, NULL)
#define VX_SPAWN_6_(w, t, k, a, f, i) vx_spawn(w, t, k, a, f, i)
vx_handle vx_spawn(uint64_t num_w, uint64_t num_t, vx_kernel kernel, void *args,
		   uint32_t flags, vx_ids ids);

/* Waits until a request is done, or asks. For main. */
void vx_wait(vx_handle handle);
int vx_done(vx_handle handle);

/* From now on a software warp that has run for CYCLES to 2 CYCLES is switched out while others want to
 * run on its hardware warp; 0: no more. For main, on a core with a timer (core.timer); returns 0 if it has none.
 * It happens in a kernel's own code, not inside __if or a loop that threads leave one by one. Some hundred
 * instructions go into each time, so below some thousand cycles little else is done. */
int vx_preempt(uint32_t cycles);

/* What a software warp's request has handed over for it. For kernels. */
static inline void *vx_get_arg(void)
{
	/* The runtime keeps tp: it points to the running task, whose second word this is. */
	register void *const *task __asm__("tp");

	__asm__("" : "=r"(task));
	return task[1];
}

/* The next functions may switch the software warp out, so that another runs on its hardware warp.
 * They are for kernels, where all threads of the software warp are together: inside an __if, even one
 * on whose condition all agree, and in a loop of threads that end one by one, they are not. */

/* Lets other software warps run. */
void vx_yield(void);

/* Waits until COUNT software warps are at barrier ID, 0 .. 63; there may be more of them than
 * hardware warps. Those that meet have equally many rounds. */
void vx_barrier(uint32_t id, uint32_t count);

/* A channel carries words from software warps to software warps, in order:
 *	static uint32_t words[8];
 *	static struct vx_channel c = VX_CHANNEL(words);
 */
struct vx_channel {
	uint32_t *words;
	uint32_t capacity;
	uint32_t first, count;
	volatile uint32_t changes;
};
#define VX_CHANNEL(array) { (array), sizeof(array) / sizeof((array)[0]), 0, 0, 0 }

/* Sends the word of the warp's first thread; waits while the channel is full. */
void vx_send(struct vx_channel *c, uint32_t word);

/* All threads get the same word; waits while the channel is empty. */
uint32_t vx_receive(struct vx_channel *c);

/* The functions below may be called anywhere. The active threads act as one: one block
 * for all of them, whose address all get; one of them frees it. */

/* Shared memory, which all warps of the core reach. Aligned to 16 bytes, contents undefined; ends the
 * run if there is not enough. */
void *vx_sm_malloc(size_t size);
void vx_sm_free(void *block);
/* As vx_sm_malloc, but NULL if there is not enough. */
void *vx_sm_try(size_t size);
/* Bytes of shared memory the core has, 0 if none. */
size_t vx_sm_size(void);

/* The same with main memory. */
void *vx_malloc(size_t size);
void *vx_try(size_t size);
void vx_free(void *block);

/* Prints for each active thread, one after the other; nothing of other warps comes between.
 * %d %i %u %x %c %s %p %%, with a width, 0 or - before it, and l, which
 * changes nothing (uint32_t is unsigned long here, so the compiler's check would want it). */
void vx_printf(const char *format, ...);

/* Ends the run with exit code CODE, whatever other warps do. */
void vx_exit(int code) __attribute__((noreturn));

/* If CONDITION does not hold in a thread, says so with file, line and ids, and ends the run. */
#define vx_assert(condition) do { \
	__if(!(condition)) { \
		vx_assert_failed(#condition, __FILE__, __LINE__); \
	} __endif \
} while (0)
void vx_assert_failed(const char *condition, const char *file, uint32_t line);

#endif
