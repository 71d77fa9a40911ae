/* replay.h - give a stream of records to the checker
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_REPLAY_H
#define WW_TESTS_COSIM_REPLAY_H

#include "tests/cosim/ideal.h"

enum { REPLAY_CLEAN = -1, REPLAY_LIVENESS = 100000 };

struct replay {
	struct golden *golden;
	struct cosim *cosim;
};

/* A checker for CONFIG with the program in place; aborts if it cannot. */
void replay_start(struct replay *r, const struct ideal_config *config,
		  bool strict, const uint32_t *program, size_t count);
void replay_end(struct replay *r);

/* Gives it the records; the check that failed, or REPLAY_CLEAN. */
int replay_records(struct replay *r, const struct ideal_stream *s);
/* The check that has failed so far. */
int replay_result(const struct replay *r);

#endif
