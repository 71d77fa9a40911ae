/* options.c - the OpenCL driver: the options of builds and links
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cl/icd/icd.h"

/* Options that the standard has; they and these with a value go to the
 * compiler. */
static const char *const plain[] = {
	"-cl-single-precision-constant", "-cl-denorms-are-zero",
	"-cl-fp32-correctly-rounded-divide-sqrt", "-cl-opt-disable",
	"-cl-strict-aliasing", "-cl-mad-enable", "-cl-no-signed-zeros",
	"-cl-unsafe-math-optimizations", "-cl-finite-math-only",
	"-cl-fast-relaxed-math", "-cl-kernel-arg-info", "-cl-std=CL1.0",
	"-cl-std=CL1.1", "-cl-std=CL1.2", "-w", "-Werror", "-g"
};

/* The compiler has no such option; what they ask for is always so. */
static bool is_dropped(const char *word)
{
	return !strcmp(word, "-cl-strict-aliasing") ||
	       !strcmp(word, "-cl-kernel-arg-info") || !strcmp(word, "-g") ||
	       !strcmp(word, "-cl-std=CL1.0");
}

static bool is_plain(const char *word)
{
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (!strcmp(word, plain[i]))
			return true;
	return false;
}

/* -D and -I, with their value in the same word or in the next. */
static bool takes_value(const char *word)
{
	return !strncmp(word, "-D", 2) || !strncmp(word, "-I", 2);
}

/* Copies the next word of *TEXT to TO, without its quotes; returns its end, or
 * NULL if there is none. */
static char *next_word(const char **text, char *to)
{
	const char *s = *text + strspn(*text, " \t\n");
	char quote = 0;

	if (!*s)
		return NULL;
	for (; *s && (quote || !strchr(" \t\n", *s)); s++) {
		if (!quote && (*s == '"' || *s == '\''))
			quote = *s;
		else if (quote && *s == quote)
			quote = 0;
		else if (*s == '\\' && s[1] && quote != '\'')
			*to++ = *++s;
		else
			*to++ = *s;
	}
	*to++ = '\0';
	*text = s;
	return to;
}

bool options_split(const char *text, char *copy, const char **argv,
		   size_t *argc, size_t size, const char **bad)
{
	bool value = false;
	char *word, *end;

	for (word = copy; (end = next_word(&text, word)); word = end) {
		*bad = word;
		if (*argc == size)
			return false;
		if (!value && is_dropped(word))
			continue;
		if (!value && !is_plain(word) && !takes_value(word))
			return false;
		value = !value && takes_value(word) && !word[2];
		argv[(*argc)++] = word;
	}
	return !value;
}

/* All have been heeded when the objects were compiled. */
static const char *const linking[] = {
	"-cl-denorms-are-zero", "-cl-no-signed-zeros", "-cl-no-signed-zeroes",
	"-cl-unsafe-math-optimizations", "-cl-finite-math-only",
	"-cl-fast-relaxed-math"
};

static bool is_linking(const char *word)
{
	for (size_t i = 0; i < sizeof linking / sizeof *linking; i++)
		if (!strcmp(word, linking[i]))
			return true;
	return false;
}

bool options_link(const char *text, char *copy, cl_program_binary_type *type,
		  const char **bad)
{
	const char *enable = NULL;
	char *word, *end;

	*type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	for (word = copy; (end = next_word(&text, word)); word = end) {
		*bad = word;
		if (!strcmp(word, "-create-library"))
			*type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
		else if (!strcmp(word, "-enable-link-options"))
			enable = word;
		else if (!is_linking(word))
			return false;
	}
	*bad = enable;
	return !enable || *type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
}
