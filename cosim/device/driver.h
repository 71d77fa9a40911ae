/* driver.h - what a compiled model and its driver agree on
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pins of the core's top module as 32-bit words, and the table of functions
 * that a compiled model exports as `cosim_model_api`. Included by the harness
 * (C) and by cosim/device/vlt_shim.cc (C++), which is compiled with the model;
 * keep it readable for both. The harness owns the pins, the model reads its
 * inputs from them and leaves its outputs there.
 */
#ifndef WW_COSIM_DRIVER_H
#define WW_COSIM_DRIVER_H

#include <stddef.h>
#include <stdint.h>

enum {
	COSIM_MODEL_ABI = 9, COSIM_BUS_WORDS = 32, COSIM_SHADOW_WORDS = 6,
	COSIM_CORES = 16        /* at most */
};

/* One simple bus (doc/bus.md), in word or line form. A core lacks the pins that
 * its form does not have: its outputs are then 0 (req_last and rsp_ready 1),
 * its inputs go nowhere. */
struct cosim_bus_pins {
	/* Inputs of the core. */
	uint32_t req_ready;
	uint32_t rsp_valid, rsp_tag, rsp_last, rsp_error;
	const uint32_t *rsp_data;       /* bus width; read if rsp_valid */

	/* Outputs; the request only where valid. */
	uint32_t req_valid, req_tag, req_write, req_addr, req_len, req_last;
	const uint32_t *req_strb, *req_data;
	uint32_t rsp_ready;
};

/* What both address channels of AXI4 carry. */
struct cosim_axi_address {
	uint32_t valid, id, addr, len, size, burst, lock, cache, prot, qos;
};

/* The AXI4 master (m_axi_*). */
struct cosim_axi_pins {
	/* Inputs of the core. */
	uint32_t awready, wready, arready;
	uint32_t bvalid, bid, bresp;
	uint32_t rvalid, rid, rresp, rlast;
	const uint32_t *rdata;          /* read if rvalid */

	/* Outputs; a channel only where valid. */
	struct cosim_axi_address aw, ar;
	uint32_t wvalid, wlast;
	const uint32_t *wstrb, *wdata;
	uint32_t bready, rready;
};

/* What each core has for itself. Trace ports, as in doc/trace.md; 0 and NULL
 * where there are none. */
struct cosim_core_pins {
	uint32_t audit_select;  /* an input: which row of its state it shows */
	uint32_t trace_valid;
#define RECORD(record, ...) const uint32_t *trace_##record;
#include "isa/records.def"
	/* The row that audit_select names, in this cycle. */
	const uint32_t *audit_data;
	/* The counter selected, low word first, when done; NULL: none. */
	const uint32_t *perf_value;
};

struct cosim_pins {
	uint32_t rst, perf_select;      /* inputs of the processor */
	/* Stalls that it makes for itself (doc/congestors.md). */
	uint32_t congest_seed, congest_rate;
	struct cosim_bus_pins ibus, dbus;
	struct cosim_axi_pins axi;
	/* Outputs. */
	uint32_t done, exit_code;
	uint32_t fault_valid, fault_core, fault_warp, fault_pc, fault_cause;
	uint32_t fault_tval;
	/* The points that stalled in this cycle, bit per point, those of all
	 * cores together. NULL: there is no such port. */
	const uint32_t *congested;
	struct cosim_core_pins core[COSIM_CORES];

	/* A model with a placed netlist beside the core (fpga/placed.h):
	 * whether an output of theirs differs, its values, and the name of the
	 * first one, the last character in the low byte. NULL: there is no such
	 * netlist. */
	uint32_t shadow_differs, shadow_core, shadow_placed;
	const uint32_t *shadow_name;

	/* From a simulator with four states: 1 for every bit of the outputs
	 * that is neither 0 nor 1 and stands as 0 above (in audit_data as 1:
	 * registers that nobody has written should be 0), where those are valid
	 * or may be. NULL: all bits are 0 or 1. */
	const struct cosim_pins *unknown;
};

/* What a model is like: 32-bit words of its ports, 0 where there are none. */
struct cosim_model_shape {
	uint32_t ibus, dbus, axi;       /* data */
	uint32_t ibus_line, dbus_line;  /* 1: the bus has the line form */
	uint32_t ibus_error, dbus_error;        /* 1: it has rsp_error */
	/* Those of all cores together. */
#define RECORD(record, ...) uint32_t record;    /* trace_RECORD */
#include "isa/records.def"
	uint32_t audit, congested;
};

struct cosim_hooks;

struct cosim_model_api {
	uint32_t abi;           /* COSIM_MODEL_ABI */
	uint32_t pins_size;     /* sizeof(struct cosim_pins) */
	struct cosim_model_shape shape;
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
	/* The main loop of a model that has its own, else NULL: runs until
	 * HOOKS say stop. 0, or -1 and WHY. */
	int (*run)(void *model, struct cosim_pins *pins,
		   const struct cosim_hooks *hooks, char *why,
		   size_t why_size);
};

/* Where the bytes behind the buses are: one bus word of BYTES at ADDR, now; a
 * write takes those of STRB. Not 0: the access fails. */
struct cosim_store {
	void *ctx;
	int (*read)(void *ctx, uint32_t addr, uint32_t bytes, uint32_t *data);
	int (*write)(void *ctx, uint32_t addr, uint32_t bytes,
		     const uint32_t *strb, const uint32_t *data);
};

/* What a model that takes over the storage has to be: RAM in these bytes, a
 * console, and errors where REFUSES says so (not 0). */
struct cosim_storage {
	uint32_t ram_base, ram_size, console;
	uint8_t *ram;
	void *ctx;
	int (*refuses)(void *ctx, int write, uint32_t addr, uint32_t bytes);
	void (*put)(void *ctx, uint8_t byte);
};

/* What a driver calls in every cycle: DRIVE sets the inputs before they settle,
 * SAMPLE reads the outputs before the edge and says whether to stop (not 0). */
struct cosim_hooks {
	void *ctx;
	void (*drive)(void *ctx, struct cosim_pins *pins);
	int (*sample)(void *ctx, const struct cosim_pins *pins);
	/* Only for a driver that keeps the storage in models of its own: what
	 * it is, and who has it from now on. With NULL the harness has it. */
	void (*storage)(void *ctx, struct cosim_storage *out);
	void (*set_store)(void *ctx, const struct cosim_store *store);
};

#endif
