/* messages.h - what a diag reports, as a string
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_GEN_MESSAGES_H
#define WW_TESTS_GEN_MESSAGES_H

#include <stdio.h>
#include <stdlib.h>

#include "gen/diag.h"

struct messages {
	struct diag dg;
	FILE *stream;
	char *text;
	size_t size;
};

static inline void messages_begin(struct messages *m)
{
	m->text = NULL;
	m->size = 0;
	m->stream = open_memstream(&m->text, &m->size);
	if (!m->stream)
		abort();
	diag_init(&m->dg, m->stream);
}

/* All messages since messages_begin; valid until messages_end. */
static inline const char *messages_text(struct messages *m)
{
	fflush(m->stream);
	return m->text;
}

static inline void messages_end(struct messages *m)
{
	diag_free(&m->dg);
	fclose(m->stream);
	free(m->text);
}

#endif
