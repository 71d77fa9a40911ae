/* rt.h - libwwcudart: CUDA's runtime on a device of libwarpwright
 * SPDX-License-Identifier: Apache-2.0
 *
 * One thread of the host is inside at a time: each function of CUDA that needs
 * the device begins with OPEN, which takes the lock and opens the device.
 * Whatever a call asks for is done when it returns, so streams are in order.
 *
 * The device's RAM has its own addresses in the host, too: a pointer means the
 * same on both sides. On the golden model these bytes are its memory. Another
 * device has its own, and memory that the host may use (managed, pinned) is
 * copied there before a launch, and back after it.
 */
#ifndef WW_CUDA_RT_H
#define WW_CUDA_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/launch.h"
#include "cl/program.h"
#include "lib/inside.h"
/* What programs call. */
#pragma GCC visibility push(default)
#include "sw/include/cuda/cuda_runtime_api.h"
#pragma GCC visibility pop

/* Memory of cudaMalloc and its like. */
struct block {
	uint32_t addr;
	uint64_t bytes;
	bool shared;            /* the host may use it by its address */
	bool managed;           /* shared, and not pinned */
	struct block *next;
};

/* Kernels and variables that were compiled together. */
struct code {
	struct elf_image image;
	struct cl_program program;
	struct wwd_program *loaded; /* NULL: there are no kernels */
	uint32_t entry;         /* of launches */
	uint32_t heap;          /* of kernels; 0: none has asked for it */
	char *file;             /* of a module: as register_file has it */
	struct code *next;
};

struct device {
	const char *given;      /* its name as the user has it */
	char *name;             /* for wwd_open; NULL: not known yet */
	bool golden;
	struct machine machine;
	bool open;
	struct wwd *wwd;
	uint8_t *ram;           /* at the address that the device has; NULL:
				 * the host has something else there */
	uint32_t mapped;        /* its bytes */
	struct code code;       /* of the program itself */
	struct code *modules;   /* of cuModuleLoad and its like */
	bool read;              /* cores have read all code */
	struct block *blocks;   /* of the host */
	uint32_t room, room_bytes; /* memory of launches */
	size_t heap_bytes;      /* what a heap of kernels is to have */
	uint32_t recursion;     /* bytes of a thread for functions that call
				 * themselves; 0: not said */
	uint64_t time;          /* of copies, in nanoseconds */
	cudaError_t broken;     /* by a kernel; all calls fail from then on */
};
extern struct device device;

/* --- device.c ----------------------------------------------------------- */

int device_hold(void);
void device_release(const int *held);
/* Opens the device if it is not open. */
cudaError_t device_open(void);
/* Takes the lock up to the end of the block, and opens the device. */
#define HOLD \
	__attribute__((cleanup(device_release))) const int held_ = \
		device_hold(); \
	(void)held_
#define OPEN \
	HOLD; \
	cudaError_t open_ = device_open(); \
	if (open_) \
		return device_fail(open_)

/* Keeps E, unless it is cudaSuccess, for cudaGetLastError. Returns E. */
cudaError_t device_fail(cudaError_t e);
/* Writes the error of a function of libwarpwright, and returns CUDA's. */
cudaError_t device_refused(int error);
/* From now on all calls fail with E. Returns E. */
cudaError_t device_break(cudaError_t e);
/* Seconds that a kernel may take; 0: any. */
double device_seconds(void);
/* Nanoseconds of the device, whose clock has 1 GHz. */
uint64_t device_clock(void);
/* Compiles and loads C, whose files are there. */
cudaError_t device_load(struct code *c);
/* Gives back what C has, which is no longer the device's. */
void device_unload(struct code *c);
/* Closes the device; the next call opens it again. */
void device_close(void);
/* Writes "warpwright: error: " and a line. */
void device_tell(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* --- build.c ------------------------------------------------------------ */

/* C as a program for the device that begins at BASE, or at its first byte if
 * that is 0; its name of less than SIZE bytes in PATH. */
cudaError_t build_program(struct code *c, uint32_t base, char *path,
			  size_t size);

/* PATH, of PATH_MAX bytes: where the file BUILT of the tree, or INSTALLED, is
 * now. */
void build_find_part(const char *built, const char *installed, char *path);

/* --- register.c --------------------------------------------------------- */

/* LLVM bitcode of file I of C, those of the program in the order of their
 * constructors; NULL: there are no more. */
const char *register_file(const struct code *c, size_t i, size_t *bytes);
/* The kernel of C with this name of the linker; NULL: none. */
const struct cl_kernel *register_named(const struct code *c, const char *name);
/* The kernel that the host calls by the function HOST; NULL: none. */
const struct cl_kernel *register_kernel(const void *host);
/* The variable of the device whose place HOST has in the host. */
bool register_variable(const void *host, uint32_t *addr, size_t *bytes);
/* Calls WHAT for each managed variable: its place in the host, its address, its
 * size; returns what that returns first that is not 0. */
int register_each_managed(int (*what)(void *host, uint32_t addr,
				      size_t bytes));
/* The address of P, which is in a managed variable. */
bool register_managed(const void *p, uint32_t *addr);

/* --- memory.c ----------------------------------------------------------- */

/* Has the device N bytes at P, in one block or variable? */
bool memory_has(const void *p, uint64_t n);
/* The bytes from P to the end of its block; 0: it is in none. */
size_t memory_behind(const void *p);
/* Gives back all blocks. */
void memory_clear(void);
/* Managed variables get the values that they begin with. */
int memory_begin(void);
/* What the host may have written goes to the device, and back. */
int memory_to_device(void);
int memory_to_host(void);
/* Copies to, or from, memory of the device that the host has, too. */
int memory_write(uint32_t addr, const void *from, size_t n);
/* Sets N bytes to VALUE. */
int memory_set(uint32_t addr, int value, size_t n);

/* --- copy.c ------------------------------------------------------------- */

/* Writes the SIZE bytes of VALUE N times to memory of the device. */
cudaError_t copy_pattern(void *to, const void *value, size_t size, size_t n);

/* --- info.c ------------------------------------------------------------- */

/* Bytes that the heap of kernels has, or will have. */
size_t info_heap(void);

/* --- graph.c ------------------------------------------------------------ */

/* Whether what S is asked for becomes part of a graph, by these functions. */
bool graph_takes(cudaStream_t s);
cudaError_t graph_kernel(const void *f, dim3 grid, dim3 block, void **args,
			 size_t shared);
cudaError_t graph_copy(void *to, const void *from, size_t bytes,
		       enum cudaMemcpyKind kind);
cudaError_t graph_fill(void *to, int value, size_t bytes);
cudaError_t graph_host(cudaHostFn_t f, void *data);
cudaError_t graph_event(cudaEvent_t e);

/* --- launch.c ----------------------------------------------------------- */

/* Gives back the heap of kernels of C; false: some have taken memory of it. */
bool launch_drop_heap(struct code *c);
/* Runs K of C. */
cudaError_t launch(struct code *c, const struct cl_kernel *k, dim3 grid,
		   dim3 block, void **args, size_t shared);

/* The same, if all blocks are on the cores at once: they may wait for each
 * other. */
cudaError_t launch_together(struct code *c, const struct cl_kernel *k,
			    dim3 grid, dim3 block, void **args, size_t shared);
/* How many blocks of BLOCK threads, with SHARED bytes beside those that K
 * declares, a core has at once. */
int launch_held(struct code *c, const struct cl_kernel *k, uint32_t block,
		uint32_t shared);

/* Has the host made S? */
static inline bool stream_is_own(cudaStream_t s)
{
	return s && s != cudaStreamLegacy && s != cudaStreamPerThread;
}

/* --- kernel.c ----------------------------------------------------------- */

/* What is known of K of C. */
void kernel_attributes(const struct code *c, const struct cl_kernel *k,
		       struct cudaFuncAttributes *a);
/* The threads of a block of K at most. */
int kernel_most(const struct cl_kernel *k);
/* A grid of blocks of K that fill the device; no more than LIMIT threads in a
 * block, if that is not 0. */
void kernel_occupancy(const struct cl_kernel *k, int *grid, int *block,
		      int limit);

/* Bytes of shared memory of a block, of which those that the core has not lie
 * in RAM. */
static inline uint32_t device_shared(void)
{
	return device.machine.smem_size > 49152 ? device.machine.smem_size :
	       49152;
}

/* What a function need not look at. */
static inline void unused(int n, ...) { (void)n; }
#define UNUSED(...) unused(0, __VA_ARGS__)

#endif
