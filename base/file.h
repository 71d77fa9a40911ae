/* file.h - whole files in memory
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_FILE_H
#define WW_BASE_FILE_H

#include <errno.h>
#include <stddef.h>

#include "base/arena.h"

/* At most LIMIT + 1 bytes of PATH, terminated, owned by A; a longer file
 * gives *LENGTH = LIMIT + 1. NULL with errno set if it cannot be read, or is
 * no regular file: EISDIR, FILE_NOT_REGULAR. */
char *file_read(const char *path, size_t limit, size_t *length,
		struct arena *a);
enum { FILE_NOT_REGULAR = ENOTSUP };
const char *file_strerror(int error);

#endif
