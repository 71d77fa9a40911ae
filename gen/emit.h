/* emit.h - writes an emitted tree to disk, complete or not at all
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_EMIT_H
#define WW_GEN_EMIT_H

#include "gen/manifest.h"

/* As gen_emit, with templates and manifest of SRC. */
int emit_tree(const struct config *cfg, const struct manifest_source *src,
	      const char *out_dir, struct diag *dg);

#endif
