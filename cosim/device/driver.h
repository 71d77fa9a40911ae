/* driver.h - the interface of a compiled model and its driver
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pins of the core's top module as 32-bit words, and the table of functions
 * that a compiled model exports as `cosim_model_api`. Included by the harness
 * (C) and by cosim/device/vlt_shim.cc (C++), which is compiled with the model,
 * so it must be valid in both languages. The harness owns the pins; the model
 * reads its inputs there and writes its outputs there. A change of a structure
 * must change COSIM_MODEL_ABI.
 */
#ifndef WW_COSIM_DRIVER_H
#define WW_COSIM_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "isa/record.h"

enum {
	COSIM_MODEL_ABI = 13, COSIM_BUS_WORDS = 32, COSIM_SHADOW_WORDS = 6,
	COSIM_CORES = 16,       /* most cores */
	COSIM_CHANNELS = 4,     /* most AXI4 masters */
	COSIM_RESET_CYCLES = 2  /* cycles of reset at the start of a run */
};

/* One simple bus (doc/bus.md), in word or line form. Outputs that a form does
 * not have are 0, but req_last and rsp_ready are 1. Inputs that it does not
 * have are ignored. */
struct cosim_bus_pins {
	/* Inputs of the core. */
	uint32_t req_ready;
	uint32_t rsp_valid, rsp_tag, rsp_last, rsp_error;
	const uint32_t *rsp_data;       /* bus width; read if rsp_valid */

	/* Outputs; a request has a meaning only if valid. */
	uint32_t req_valid, req_tag, req_write, req_addr, req_len, req_last;
	const uint32_t *req_strb, *req_data;
	uint32_t rsp_ready;
};

/* An address channel of AXI4. */
struct cosim_axi_address {
	uint32_t valid, id, addr, len, size, burst, lock, cache, prot, qos;
};

/* An AXI4 master (m_axi_*, of other channels m1_axi_* and so on). */
struct cosim_axi_pins {
	/* Inputs of the core. */
	uint32_t awready, wready, arready;
	uint32_t bvalid, bid, bresp;
	uint32_t rvalid, rid, rresp, rlast;
	const uint32_t *rdata;          /* read if rvalid */

	/* Outputs; a channel has a meaning only if valid. */
	struct cosim_axi_address aw, ar;
	uint32_t wvalid, wlast;
	const uint32_t *wstrb, *wdata;
	uint32_t bready, rready;
};

/* Pins of one core. Trace ports are those of doc/trace.md; 0 and NULL if
 * absent. */
struct cosim_core_pins {
	uint32_t audit_select;  /* input: the row of its state */
	uint32_t trace_valid;
#define RECORD(record, ...) const uint32_t *trace_##record;
#include "isa/records.def"
	/* The row that audit_select names, in the same cycle. */
	const uint32_t *audit_data;
	/* The selected performance counter, low word first; NULL: none. */
	const uint32_t *perf_value;
};

/* The ports launch_* of a core with a dispatcher; a core without one ignores
 * the inputs, and its outputs are 0. */
struct cosim_launch_pins {
	/* Inputs of the core. */
	uint32_t more, ring, slot, abort, ack;
	uint32_t write, where, strb, data, read;
	/* Outputs. WORD is that of READ, in the same cycle. */
	uint32_t word, busy, done;
};

/* The AXI4-Lite slave s_axi_* of a core with registers of its host, and its
 * interrupt. */
struct cosim_host_pins {
	/* Inputs of the core. */
	uint32_t awvalid, awaddr, wvalid, wdata, wstrb, bready;
	uint32_t arvalid, araddr, rready;
	/* Outputs. */
	uint32_t awready, wready, bvalid, bresp, arready;
	uint32_t rvalid, rdata, rresp, irq;
};

struct cosim_pins {
	uint32_t rst, perf_select;      /* inputs of the processor */
	/* Random stalls (doc/congestors.md). */
	uint32_t congest_seed, congest_rate;
	struct cosim_bus_pins ibus, dbus;
	struct cosim_axi_pins axi[COSIM_CHANNELS];
	struct cosim_launch_pins launch;
	struct cosim_host_pins host;
	/* Outputs. */
	uint32_t done, exit_code;
	uint32_t fault_valid, fault_core, fault_warp, fault_pc, fault_cause;
	uint32_t fault_tval;
	/* A bit per point of isa/stalls.def: it stalled in this cycle, in any
	 * core. NULL: no such port. */
	const uint32_t *congested;
	struct cosim_core_pins core[COSIM_CORES];
	struct record_ports part[REC_PARTS];    /* that belong to no core */

	/* A model with a placed netlist beside the core (fpga/placed.h):
	 * shadow_differs is 1 if an output differs; then its values, and the
	 * name of the first one, the last character in the low byte.
	 * shadow_name NULL: no netlist. */
	uint32_t shadow_differs, shadow_core, shadow_placed;
	const uint32_t *shadow_name;

	/* From a simulator with four states: 1 for each output bit that is
	 * neither 0 nor 1, where the output is valid or may be. Such a bit is 0
	 * above; in audit_data it is 1, since registers never written must be
	 * 0. NULL: all bits are 0 or 1. */
	const struct cosim_pins *unknown;
};

/* The shape of a model: 32-bit words of its ports; 0: absent. */
struct cosim_model_shape {
	uint32_t ibus, dbus, axi;       /* data of the buses */
	uint32_t channels;      /* AXI4 masters */
	uint32_t ibus_line, dbus_line;  /* 1: in the line form */
	uint32_t host;          /* data of the AXI4-Lite slave */
	uint32_t ibus_error, dbus_error;        /* 1: it has rsp_error */
	/* of all cores together */
#define RECORD(record, ...) uint32_t record;    /* trace_RECORD */
#define PART RECORD
#include "isa/records.def"
	uint32_t audit, congested;
};

struct cosim_hooks;

struct cosim_model_api {
	uint32_t abi;           /* COSIM_MODEL_ABI */
	uint32_t pins_size;     /* sizeof(struct cosim_pins) */
	struct cosim_model_shape shape;
	/* Makes a model bound to PINS, in reset until the pin rst is 0. NULL if
	 * that fails. */
	void *(*create)(struct cosim_pins *pins);
	void (*destroy)(void *model);
	/* Evaluates the inputs with the clock low; then all outputs are
	 * valid. */
	void (*settle)(void *model);
	/* The rising edge of the clock. */
	void (*tick)(void *model);
	/* Waves; NULL in a model built without them. open_waves returns 0 if
	 * PATH can be written. Waves begin with the next edge and end at
	 * close_waves. */
	int (*open_waves)(void *model, const char *path);
	void (*close_waves)(void *model);
	/* The main loop of a model that has one, else NULL. It runs until HOOKS
	 * stop it. Returns 0, or -1 and the reason in WHY. */
	int (*run)(void *model, struct cosim_pins *pins,
		   const struct cosim_hooks *hooks, char *why,
		   size_t why_size);
};

/* The storage behind the buses. Each call accesses one bus word of BYTES at
 * ADDR, now; a write takes the bytes that STRB selects. Nonzero: the access
 * fails. */
struct cosim_store {
	void *ctx;
	int (*read)(void *ctx, uint32_t addr, uint32_t bytes, uint32_t *data);
	int (*write)(void *ctx, uint32_t addr, uint32_t bytes,
		     const uint32_t *strb, const uint32_t *data);
};

/* The storage that a model must replace: RAM with these bytes, a console, and
 * an error where REFUSES returns nonzero. */
struct cosim_storage {
	uint32_t ram_base, ram_size, console;
	uint8_t *ram;
	void *ctx;
	int (*refuses)(void *ctx, int write, uint32_t addr, uint32_t bytes);
	void (*put)(void *ctx, uint8_t byte);
};

/* Functions that a driver calls in each cycle. DRIVE sets the inputs before
 * they settle. SAMPLE reads the outputs before the edge, and returns nonzero to
 * stop. */
struct cosim_hooks {
	void *ctx;
	void (*drive)(void *ctx, struct cosim_pins *pins);
	int (*sample)(void *ctx, const struct cosim_pins *pins);
	/* Only for a driver with a storage of its own. STORAGE describes the
	 * storage that the driver replaces. SET_STORE installs the driver's
	 * storage (NULL: the harness's). */
	void (*storage)(void *ctx, struct cosim_storage *out);
	void (*set_store)(void *ctx, const struct cosim_store *store);
};

#endif
