/* ventus.h - files of launches of Ventus, for the commands that run them
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_VENTUS_H
#define WW_SESSION_VENTUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/gen.h"
#include "golden/ventus/vt_launch.h"

/* The buffers of several launches, for --dump-memory. */
struct ventus_buffers {
	struct vt_buffer *list;         /* owned: free it */
	size_t count;
};

/* Is WORD the name of a launch, NAME.metadata? */
bool ventus_is_launch(const char *word);

/* Prints the fault of the file PATH; returns CMD_REFUSED. */
__attribute__((format(printf, 2, 3)))
int ventus_refuse(const char *path, const char *fmt, ...);

/* Reads the launch PATH into *L, which the caller frees in any case, and its
 * data into MODEL; adds its buffers to KEPT. The machine CFG must have what the
 * launch asks for; NULL: any does. Returns an exit status, after a message if
 * it is an error. */
int ventus_load(const char *path, const struct config *cfg, struct vt *model,
		struct vt_launch *l, struct ventus_buffers *kept);

/* Writes to the file PATH a line "ADDRESS WORD" for each word of the buffers,
 * each word once; WORD gives the word at an address. Returns 0, or -1 after an
 * error message. */
int ventus_dump(const char *path, struct ventus_buffers *buffers,
		uint32_t (*word)(const void *ctx, uint32_t addr),
		const void *ctx);

#endif
