/* opencl.h - run an OpenCL kernel: options, arguments, results
 * SPDX-License-Identifier: Apache-2.0
 *
 * Also a kernel in C without a main, of which the program has the same
 * description (kernels.h). Its launch is an option of iss and cosim.
 */
#ifndef WW_CLI_OPENCL_H
#define WW_CLI_OPENCL_H

#include "base/arena.h"
#include "cl/launch.h"
#include "cli/options.h"
#include "cli/run/cl_arg.h"
#include "golden/elf.h"

struct san;

struct opencl_run {
	struct arena arena;
	const char *source;     /* the .cl file, for messages */
	const char *kernel;     /* --kernel, or NULL: the only one */
	struct cl_range range;
	uint32_t local_dims, offset_dims;       /* 0: not given */
	/* In C: blocks, threads of a block, bytes of shared memory of one. */
	uint32_t grid[3], block[3], grid_dims, block_dims, smem;
	bool cuda;              /* these are of a CUDA kernel */
	struct cl_given *args;
	size_t arg_count, arg_size;

	struct cl_program program;
	struct cl_memory memory;
};

/* Take the value of an option: 0, or OPTIONS_BAD after an error. */
int opencl_sizes(const struct options *o, const char *name, const char *text,
		 struct opencl_run *r);
int opencl_arg(const struct options *o, const char *text,
	       struct opencl_run *r);
/* Checks the options together. */
int opencl_check(const struct options *o, struct opencl_run *r);
/* The --launch of the kernel in C, in the arena of R. */
char *opencl_blocks(struct opencl_run *r);
/* Before the compilation: reads the input files and checks that the output
 * files can be written. 0, or an exit status after an error message. */
int opencl_open_files(struct opencl_run *r);

/* Writes the launch into the compiled program: 0, or an exit status after an
 * error message. */
int opencl_launch(struct opencl_run *r, const struct config *cfg,
		  struct elf_image *image);

/* Before the run: names the buffers. */
void opencl_buffers(const struct opencl_run *r, struct san *san);

/* After the run: prints and writes the results from RAM. RAM is NULL if the run
 * did not pass. */
int opencl_results(struct opencl_run *r, const uint8_t *ram);

void opencl_free(struct opencl_run *r);

#endif
