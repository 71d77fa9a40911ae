/* table.c - the OpenCL driver: the table of its functions, for the loader
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cl/icd/icd.h"

#include <string.h>

void absent_fill(struct _cl_icd_dispatch *table);

struct _cl_icd_dispatch icd_table;
struct _cl_platform_id icd_platform = { &icd_table, ICD_PLATFORM, 1 };

/* The loader calls what is in the table without a look at it, so every entry
 * is set. */
__attribute__((constructor)) static void fill_table(void)
{
	absent_fill(&icd_table);
#define CALL(call, function) icd_table.call = function;
#include "cl/icd/calls.def"
#undef CALL
}
