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

enum { TEXT = 1000 };

static int refused;
static char last[TEXT];

void report_fatal(enum clc_status status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	fprintf(stderr, "ww-clc: error: ");
	vfprintf(stderr, format, list);
	fprintf(stderr, "\n");
	va_end(list);
	exit((int)status);
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

/* "FILE:LINE: KIND: ", or the function instead if the line is unknown. */
static size_t begin_text(char *text, LLVMValueRef i, const char *kind)
{
	LLVMMetadataRef place = place_of(i);
	unsigned length;
	const char *file;
	int n;

	if (place) {
		file = file_of(place, &length);
		n = snprintf(text, TEXT / 2, "%.*s:%u: %s: ", (int)length,
			     file ? file : "", LLVMDILocationGetLine(place),
			     kind);
	} else {
		LLVMValueRef f =
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));

		n = snprintf(text, TEXT / 2, "%s: in %s: ", kind,
			     module_name(f));
	}
	return n < TEXT / 2 ? (size_t)n : TEXT / 2 - 1;
}

/* Completes TEXT, which has N characters, and prints it, but not twice. */
static void put_text(char text[TEXT], size_t n, const char *format,
		     va_list list)
{
	vsnprintf(text + n, TEXT - n, format, list);
	if (strcmp(text, last))
		fprintf(stderr, "%s\n", text);
	memcpy(last, text, sizeof last);
}

void report_warned(LLVMValueRef i, const char *format, ...)
{
	char text[TEXT] = "";
	va_list list;

	va_start(list, format);
	put_text(text, begin_text(text, i, "warning"), format, list);
	va_end(list);
}

void report_refused(LLVMValueRef i, const char *format, ...)
{
	char text[TEXT] = "";
	va_list list;

	va_start(list, format);
	put_text(text, begin_text(text, i, "error"), format, list);
	va_end(list);
	refused++;
}

void report_refused_function(LLVMValueRef f, const char *format, ...)
{
	LLVMMetadataRef program = LLVMGetSubprogram(f);
	char text[TEXT] = "error: ";
	unsigned length = 0;
	const char *file;
	va_list list;

	if (program) {
		file = LLVMDIFileGetFilename(LLVMDIScopeGetFile(program),
					     &length);
		snprintf(text, TEXT / 2, "%.*s:%u: error: ", (int)length, file,
			 LLVMDISubprogramGetLine(program));
	}
	va_start(list, format);
	put_text(text, strlen(text), format, list);
	va_end(list);
	refused++;
}

void report_end_phase(void)
{
	if (refused)
		exit(CLC_REFUSED);
}
