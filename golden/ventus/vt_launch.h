/* vt_launch.h - the files of a kernel launch that Ventus' driver writes
 * SPDX-License-Identifier: Apache-2.0
 *
 * NAME.metadata is a list of 64-bit numbers, each two lines of eight hex
 * digits, low word first: the numbers of struct vt_launch in their order, then
 * the count of buffers, all their addresses, all their sizes in bytes, all
 * their allocated sizes. NAME.data is their contents, one 32-bit word per line,
 * buffer after buffer, each rounded up to whole words. A buffer that an earlier
 * launch of the same application wrote is missing: memory persists.
 */
#ifndef WW_VT_LAUNCH_H
#define WW_VT_LAUNCH_H

#include "golden/ventus/vt.h"

struct vt_buffer {
	uint32_t addr, bytes, allocated;
};

struct vt_launch {
	uint64_t start_pc, kernel;
	uint64_t groups[3];     /* work-groups in x, y, z */
	uint64_t threads;       /* of a warp */
	uint64_t warps;         /* of a work-group */
	uint64_t knl;           /* metadata buffer */
	uint64_t lds_bytes;     /* of a work-group */
	uint64_t pds_bytes;     /* of a thread */
	uint64_t sgprs, vgprs;  /* of a warp */
	uint64_t pds;           /* private memory of work-group 0 */
	struct vt_buffer *buffers;      /* owned */
	size_t buffer_count;
};

/* Reads the file PATH into *L (release with vt_launch_free) and returns 0. Each
 * number is then in the range that the model has. On failure returns -1 and
 * writes the fault to WHY, without the path. */
int vt_launch_read(const char *path, struct vt_launch *l,
		   char *why, size_t why_size);
void vt_launch_free(struct vt_launch *l);

/* Maps the buffers of L in M and writes the words of the file PATH into them;
 * returns as vt_launch_read. */
int vt_launch_data(const struct vt_launch *l, const char *path, struct vt *m,
		   char *why, size_t why_size);

/* The number of work-groups, and what number I of them gets: x varies
 * fastest. */
uint32_t vt_launch_groups(const struct vt_launch *l);
struct vt_group vt_launch_group(const struct vt_launch *l, uint32_t i);

#endif
