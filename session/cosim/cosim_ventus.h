/* cosim_ventus.h - launches of Ventus on the core (NAME.metadata)
 * SPDX-License-Identifier: Apache-2.0
 *
 * The launches of a call run one after the other, with one memory: the host
 * writes the data of a launch when the one before is complete, and rings it.
 */
#ifndef WW_SESSION_COSIM_VENTUS_H
#define WW_SESSION_COSIM_VENTUS_H

#include "session/launch.h"
#include "session/ventus.h"

struct job;

struct cosim_ventus {
	const char *path[LAUNCHES];     /* of the metadata */
	size_t count;
	const char *memory;     /* file for the buffers, or NULL */
	bool has_program;       /* there is a PROG.elf, too */
	/* What the files have; owned. */
	struct vt_launch launch[LAUNCHES];
	struct vt *data[LAUNCHES];
	struct ventus_buffers buffers;
};

/* Reads the launches for the configuration of JOB: 0, or an exit status. */
int cosim_ventus_load(struct job *job);
/* Has the core of JOB the memory of launch I? If so, sets the words of that
 * launch. 0, or an exit status. */
int cosim_ventus_fit(struct job *job, size_t i);
/* Gives WRITE(to, ...) the data of launch I: N bytes for ADDR in each call,
 * until one does not return 0; returns what that has returned. */
typedef int ventus_write(void *to, uint32_t addr, const void *src, size_t n);
int cosim_ventus_data(const struct job *job, size_t i, ventus_write *write,
		      void *to);
/* The host makes the launches while the run of PLAN goes on. JOB must outlive
 * it. */
void cosim_ventus_plan(struct job *job, struct harness_config *plan);
/* Writes the data of the first launch, and rings it; 0, or a GOLDEN_E code. */
int cosim_ventus_begin(struct job *job);
/* Writes --dump-memory after a run that has passed: 0, or an exit status. */
int cosim_ventus_dump(struct job *job);
/* Leaves JOB without launches of Ventus. */
void cosim_ventus_free(struct job *job);

#endif
