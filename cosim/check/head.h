/* head.h - the header words of a trace record
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_HEAD_H
#define WW_COSIM_HEAD_H

#include "cosim/check/state.h"

/* Fields of a record's header word. */
static inline uint32_t head_kind(const uint32_t *r) { return r[0] & 15; }
static inline uint32_t head_flags(const uint32_t *r) { return r[0] >> 4 & 15; }
static inline uint32_t head_warp(const uint32_t *r) { return r[0] >> 8 & 63; }
static inline uint32_t head_core(const uint32_t *r) { return r[0] >> 14 & 255; }
static inline uint32_t head_extra(const uint32_t *r) { return r[0] >> 22; }

/* Counts a record and checks its header's fields; 0, or 1 after fail. */
int head_check(struct cosim *c, const uint32_t *r, uint32_t kind,
	       uint32_t extra_mask, uint32_t flag_mask);

#endif
