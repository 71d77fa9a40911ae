/* work.h - files in the work directory of a test
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_FPGA_WORK_H
#define WW_TESTS_FPGA_WORK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

static char work[4096];

/* Files in it. */
static void put(const char *name, const char *text)
{
	char path[5000];

	snprintf(path, sizeof path, "%s/%s", work, name);
	if (proc_write_file(path, text, strlen(text)))
		exit(99);
}

static char *get(const char *name)
{
	char path[5000];
	size_t size;

	snprintf(path, sizeof path, "%s/%s", work, name);
	return proc_read_file(path, &size);
}

#endif
