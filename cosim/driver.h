/* driver.h - what a compiled model and its driver agree on
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pins of the core's top module as 32-bit words, and the table of functions
 * that a compiled model exports as `cosim_model_api`. Included by the harness
 * (C) and by cosim/vlt_shim.cc (C++), which is compiled with the model; keep
 * it readable for both. The harness owns the pins, the model reads its inputs
 * from them and leaves its outputs there.
 */
#ifndef WW_COSIM_DRIVER_H
#define WW_COSIM_DRIVER_H

#include <stddef.h>
#include <stdint.h>

enum { COSIM_MODEL_ABI = 1, COSIM_BUS_WORDS = 32 };

struct cosim_pins {
	/* Inputs of the core, set before settle. */
	uint32_t rst;
	uint32_t ibus_req_ready;
	uint32_t ibus_rsp_valid, ibus_rsp_tag, ibus_rsp_data;
	uint32_t dbus_req_ready;
	uint32_t dbus_rsp_valid, dbus_rsp_tag;
	const uint32_t *dbus_rsp_data;  /* bus width; read if rsp_valid */

	/* Outputs, valid after settle; requests only where valid. */
	uint32_t ibus_req_valid, ibus_req_tag, ibus_req_addr;
	uint32_t dbus_req_valid, dbus_req_tag, dbus_req_write, dbus_req_addr;
	const uint32_t *dbus_req_strb;
	const uint32_t *dbus_req_data;
	uint32_t dbus_rsp_ready;
	uint32_t done, exit_code;
	uint32_t fault_valid, fault_warp, fault_pc, fault_cause, fault_tval;

	/* Trace ports, as in doc/trace.md; 0 and NULL without trace.retire. */
	uint32_t trace_valid;
	const uint32_t *trace_perform, *trace_retire, *trace_control;
	const uint32_t *trace_issue;
};

struct cosim_model_api {
	uint32_t abi;           /* COSIM_MODEL_ABI */
	uint32_t pins_size;     /* sizeof(struct cosim_pins) */
	uint32_t bus_words;     /* of the data bus */
	uint32_t perform_words, retire_words;   /* 0 without trace.retire */
	/* A model bound to PINS, held in reset until pins say otherwise. NULL
	 * if it cannot be made. */
	void *(*create)(struct cosim_pins *pins);
	void (*destroy)(void *model);
	/* Lets the inputs settle, the clock low; all outputs are valid. */
	void (*settle)(void *model);
	/* The rising edge. */
	void (*tick)(void *model);
	/* Waves: NULL in a model built without. OPEN returns 0 if PATH can be
	 * written. Dumping starts with the next edge and stops at close. */
	int (*open_waves)(void *model, const char *path);
	void (*close_waves)(void *model);
};

/* What a driver calls in every cycle: DRIVE sets the inputs before they settle,
 * SAMPLE reads the outputs before the edge and says whether to stop (not 0). */
struct cosim_hooks {
	void *ctx;
	void (*drive)(void *ctx, struct cosim_pins *pins);
	int (*sample)(void *ctx, const struct cosim_pins *pins);
};

#endif
