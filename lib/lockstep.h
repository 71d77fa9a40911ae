/* lockstep.h - libwarpwright: cores in a simulator, in lockstep with golden
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to lib/. The simulator has its own main loop, in a thread of its own.
 * This thread and the one whose turn it is at the device never run at the same
 * time: `wwd_sim_run` lets the simulator go on and returns when the simulator
 * has stopped between two cycles.
 */
#ifndef WW_LIB_LOCKSTEP_H
#define WW_LIB_LOCKSTEP_H

#include <limits.h>
#include <semaphore.h>

#include "cosim/device/sim.h"
#include "cosim/run/harness.h"
#include "lib/wwd.h"

/* Finds or builds the model of CFG, or of the tree RTL, unless that is NULL.
 * MODEL has PATH_MAX bytes. (model.c) */
int wwd_model(const struct config *cfg, const struct sim *sim, const char *rtl,
	      char *model);

/* A simulator that runs. */
struct wwd_sim {
	const struct sim *sim;
	const char *model;
	struct sim_shape shape;
	struct harness *harness;

	struct cosim_hooks inner;       /* of the harness */
	pthread_t thread;
	bool started;           /* the thread is there */
	sem_t go, back;
	double until;           /* stop then, between two cycles */
	uint32_t looks;         /* cycles until the clock is read */
	bool stop;              /* stop before the next cycle */
	bool quit;              /* end the simulation */
	bool ended;             /* the simulation has ended, */
	int bad;                /* with this result */
	enum harness_status went;       /* HARNESS_RUNNING, or why the harness
					 * has stopped since wwd_sim_run */
	char why[1024];
};

/* Makes S, a simulator that stands before its first cycle. */
int wwd_sim_begin(struct wwd_sim *s);
/* Lets S go on for SECONDS at most, or until S->stop. */
void wwd_sim_run(struct wwd_sim *s, double seconds);
/* Ends S, wherever it is. */
void wwd_sim_end(struct wwd_sim *s);

#endif
