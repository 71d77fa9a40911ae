/* cuda.h - the parts of the compiler that are for CUDA alone
 * SPDX-License-Identifier: Apache-2.0
 *
 * clang compiles the device part of a CUDA program for NVPTX, where a pointer
 * has 64 bits as on the host, so that structures mean the same on both sides.
 * Here it becomes what ww-clc --opencl takes: pointers have 32 bits in
 * registers and still 64 in memory (cuda_memory.c), what NVPTX has intrinsics
 * for are functions of OpenCL C (cuda_calls.c), kernels have the calling
 * convention of SPIR (cuda_kernels.c), and variables go to a module of their
 * own, where the host finds them (cuda_variables.c).
 *
 * Everything up to cuda_memory is done under the data layout of NVPTX.
 */
#ifndef WW_CLC_CUDA_H
#define WW_CLC_CUDA_H

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "clc/opencl.h"

/* The address spaces of clang for NVPTX. */
enum { NV_GENERIC, NV_GLOBAL, NV_SHARED = 3, NV_CONSTANT, NV_LOCAL };

/* In front of the names of variables that the host may ask for. */
#define CUDA_VARIABLE "ww_cuda."
#define CUDA_MANAGED CUDA_VARIABLE "managed."

struct cuda {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMTargetDataRef layout;       /* of NVPTX */
	LLVMTypeRef i8, i32, i64;
	LLVMValueRef *kernels;
	int count;
};

/* --- cuda_kernels.c ----------------------------------------------------- */

/* Finds the kernels; all other functions become part of them. */
void cuda_kernels_find(struct cuda *c);
/* F becomes part of the functions that call it. */
void cuda_make_part(LLVMValueRef f);
/* Kernels that use memory whose size the launch tells get one more argument,
 * its place. */
void cuda_kernels_size(struct cuda *c);
/* Kernels are called as those of SPIR. */
void cuda_kernels_end(struct cuda *c);

/* --- cuda_args.c -------------------------------------------------------- */

enum { CUDA_NAME = 400 };

/* Kernels get the metadata that OpenCL C has. Before anything is inlined. */
void cuda_args_describe(struct cuda *c);
/* Kernels get the names of the source, where these differ. */
void cuda_args_rename(struct cuda *c);

/* --- cuda_calls.c ------------------------------------------------------- */

/* vprintf of a block of arguments becomes printf of OpenCL C. */
void cuda_print(struct cuda *c);
/* Is there the special register NAME of NVPTX, as clang writes it: lanemask.lt,
 * tid.x? */
bool cuda_has_special(const char *name);
/* A call of the function NAME, which returns RESULT, with COUNT arguments. */
LLVMValueRef cuda_call(struct cuda *c, LLVMBuilderRef b, const char *name,
		       LLVMTypeRef result, LLVMValueRef *args, unsigned count);
/* A trap, of which LLVM does not know that it is the end: a barrier behind the
 * condition in front of it is not behind a return. */
#define CUDA_TRAP "unimp"
void cuda_trap(struct cuda *c, LLVMBuilderRef b);
/* Intrinsics of NVPTX, and C's functions of floats, become OpenCL C's. */
void cuda_calls(struct cuda *c);
/* Shifts by too much give 0, or all signs, as on NVIDIA's devices. */
void cuda_shifts(struct cuda *c);

/* --- cuda_ptx.c --------------------------------------------------------- */

/* Assembly of NVPTX becomes instructions and intrinsics; before cuda_shifts. */
void cuda_ptx(struct cuda *c);
/* Threads that it ends return, now that all is inlined. (cuda_ptx_warps.c) */
void cuda_ptx_end(struct cuda *c);

/* --- cuda_pointers.c ----------------------------------------------------- */

/* Calls by pointers become calls by names. Before anything is inlined. */
void cuda_pointers(struct cuda *c);

/* --- cuda_recursion.c, cuda_frames.c -------------------------------------- */

/* In front of the names of functions that stand for some that call each other
 * in a circle, or themselves. */
#define CUDA_RECURSION "ww_recursion"
/* What is called where the stack of these functions is full: says so. */
#define CUDA_FULL "ww_full_stack"
/* Makes these functions, once the kernels are known. Before anything is
 * inlined. */
void cuda_recursion_find(struct cuda *c);
/* Makes a loop of each, with a stack of BYTES for a thread, so that kernels can
 * have them inlined. Returns whether there are any. Behind cuda_inline. */
bool cuda_frames(struct cuda *c, unsigned bytes);

/* --- cuda_warps.c --------------------------------------------------------- */

/* Is P an address in a variable of shared memory, by all that can be seen? */
bool cuda_is_shared(LLVMValueRef p);
/* Refuses what takes a warp for 32 threads, on a core with warps of THREADS. */
void cuda_warps(struct cuda *c, unsigned threads);

/* --- cuda_memory.c ------------------------------------------------------ */

/* Whether a value of type T has an address in it. */
bool cuda_has_pointer(LLVMTypeRef t);
/* What stands in memory for T, which has addresses in it: words. */
LLVMTypeRef cuda_room(const struct cuda *c, LLVMTypeRef t);
/* Memory keeps the layout of NVPTX under that of the core. */
void cuda_memory(struct cuda *c);

/* --- cuda_variables.c --------------------------------------------------- */

/* Variables in the address spaces of NVPTX go to space 0, but not shared ones;
 * those that the host may ask for get names by which it finds them. */
void cuda_variables(struct cuda *c);
/* A module with these variables alone; they have no values in C->module. */
LLVMModuleRef cuda_variables_split(struct cuda *c);

/* --- cuda_volatile.c ---------------------------------------------------- */

/* Volatile accesses see what other threads have stored, with SEVERAL cores also
 * those of other cores; ATOMIC: these have atomic instructions. */
void cuda_volatile(struct cuda *c, bool several, bool atomic);

/* --- cuda.c ------------------------------------------------------------- */

/* LLVM's PASSES, as opt names them, over the module, which is still NVPTX's. */
void cuda_run(struct cuda *c, const char *passes);
/* The functions that are to become parts of others do. */
void cuda_inline(struct cuda *c);

struct cuda_device {
	unsigned threads;       /* of a warp */
	unsigned cores;
	unsigned recursion;     /* bytes for functions that call themselves */
};

/* The COUNT files PATHS, bitcode of clang for NVPTX, as one module for T, as
 * clang would make it of OpenCL C, for the device D; their variables in the
 * object VARIABLES. */
LLVMModuleRef cuda_read(const char *const *paths, int count,
			const struct target *t, const struct cuda_device *d,
			const char *variables);

#endif
