/* family.h - families of chips, their cells and the delays of these
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_FAMILY_H
#define WW_FPGA_FAMILY_H

#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

enum fpga_family { ICE40, ECP5, XC7, GOWIN, CYCLONEV, CYCLONE10 };

enum fpga_class { LUT, LUTRAM, FF, CARRY, BRAM, SPRAM, DSP, FPGA_CLASSES };

/* A target of warpwright synth; see targets.def. */
struct fpga_target {
	enum fpga_family family;
	const char *name, *device;
	uint32_t hop;           /* delay of a general wire, ps */
	const char *synth, *map, *resume, *whole, *apart, *doc;
};

extern const struct fpga_target fpga_targets[];
extern const size_t fpga_target_count;

/* The target called NAME, or NULL. */
const struct fpga_target *fpga_target(const char *name);

/* Adds to D the tables on which results for TARGET depend: synthesis, counting,
 * timing. */
void fpga_digest(const struct fpga_target *target, struct digest *d);

/* "LUT", "BRAM" ... */
const char *fpga_class_name(enum fpga_class class);
/* COUNTS = the number of each class for a cell of type CELL. */
void fpga_classify(enum fpga_family family, const char *cell,
		   uint32_t counts[FPGA_CLASSES]);

/* The delay from pin FROM to pin TO of a cell ("@": the clock) under the
 * condition WHEN; see delays.def. */
struct fpga_delay {
	enum fpga_family family;
	const char *cell, *from, *to, *when;
	uint32_t ps;
};

/* The first row of CELL at or after row *NEXT, which advances behind it; NULL:
 * no more. */
const struct fpga_delay *fpga_delay_next(enum fpga_family family,
					 const char *cell, size_t *next);
/* Is the driver of PIN of CELL placed beside it? */
int fpga_is_local(enum fpga_family family, const char *cell, const char *pin);

#endif
