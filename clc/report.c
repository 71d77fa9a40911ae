/* report.c - messages of the divergence compiler, and its end after an error
 * SPDX-License-Identifier: Apache-2.0
 *
 * A message names the line that the user wrote. An instruction that has been
 * inlined from a header has the line of the outermost call in a source file.
 */
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refused;

void report_fatal(enum clc_status status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	fprintf(stderr, "ww-clc: error: ");
	vfprintf(stderr, format, list);
	fprintf(stderr, "\n");
	va_end(list);
	exit(status);
}

static const char *file_of(LLVMMetadataRef place, unsigned *length)
{
	LLVMMetadataRef file =
		LLVMDIScopeGetFile(LLVMDILocationGetScope(place));

	*length = 0;
	return file ? LLVMDIFileGetFilename(file, length) : NULL;
}

static bool is_in_header(LLVMMetadataRef place)
{
	unsigned length;
	const char *file = file_of(place, &length);

	return file && length > 2 && !strncmp(file + length - 2, ".h", 2);
}

static LLVMMetadataRef place_of(LLVMValueRef i)
{
	LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i), outer;

	while (place && is_in_header(place) &&
	       (outer = LLVMDILocationGetInlinedAt(place)))
		place = outer;
	return place;
}

unsigned report_line(LLVMValueRef i)
{
	LLVMMetadataRef place = place_of(i);

	return place ? LLVMDILocationGetLine(place) : 0;
}

void report_refused(LLVMValueRef i, const char *format, ...)
{
	LLVMMetadataRef place = place_of(i);
	unsigned length;
	va_list list;

	if (place) {
		const char *file = file_of(place, &length);

		fprintf(stderr, "%.*s:%u: ", (int)length, file ? file : "",
			LLVMDILocationGetLine(place));
	} else {
		LLVMValueRef f =
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));

		fprintf(stderr, "in %s: ", module_name(f));
	}
	va_start(list, format);
	fprintf(stderr, "error: ");
	vfprintf(stderr, format, list);
	fprintf(stderr, "\n");
	va_end(list);
	refused++;
}

void report_end_phase(void)
{
	if (refused)
		exit(CLC_REFUSED);
}
