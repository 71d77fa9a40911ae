/* fuzz_job.c - functions that all parts of the command fuzz use
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <stdio.h>
#include <time.h>

#include "cli/cmd.h"

double fuzz_seconds(const struct fuzz *f)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - f->start.tv_sec) +
	       1e-9 * (double)(now.tv_nsec - f->start.tv_nsec);
}

void fuzz_clear_line(const struct fuzz *f)
{
	if (f->terminal)
		fprintf(stderr, "\r\033[K");
}

bool fuzz_late(const struct fuzz *f)
{
	return f->max_seconds && fuzz_seconds(f) >= (double)f->max_seconds;
}

int fuzz_no_memory(void)
{
	fprintf(stderr, "warpwright fuzz: error: out of memory\n");
	return CMD_TOOL;
}
