/* family.h - families of chips, their cells and what these cost
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_FAMILY_H
#define WW_FPGA_FAMILY_H

#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

enum fpga_family { ICE40, ECP5, XC7, GOWIN, CYCLONEV, CYCLONE10 };

enum fpga_class { LUT, LUTRAM, FF, CARRY, BRAM, SPRAM, DSP, FPGA_CLASSES };

/* One target of warpwright synth; see targets.def. */
struct fpga_target {
	enum fpga_family family;
	const char *name, *device;
	uint32_t hop;           /* ps */
	const char *synth, *map, *resume, *whole, *apart, *doc;
};

extern const struct fpga_target fpga_targets[];
extern const size_t fpga_target_count;

/* The target called NAME, or NULL. */
const struct fpga_target *fpga_target(const char *name);

/* Adds to D what results for TARGET follow from here: how it is synthesized,
 * counted, timed. */
void fpga_digest(const struct fpga_target *target, struct digest *d);

/* "LUT", "BRAM" ... */
const char *fpga_class_name(enum fpga_class class);
/* What a cell of type CELL is: COUNTS gets how many of each class. */
void fpga_classify(enum fpga_family family, const char *cell,
		   uint32_t counts[FPGA_CLASSES]);

/* From pin FROM to pin TO ("@": the clock) of a cell; WHEN is the condition.
 * NULL: not timed. */
struct fpga_delay {
	enum fpga_family family;
	const char *cell, *from, *to, *when;
	uint32_t ps;
};

/* The rows of CELL, in order: the first at or after row *NEXT, which moves
 * behind it; NULL: no more. */
const struct fpga_delay *fpga_delay_next(enum fpga_family family,
					 const char *cell, size_t *next);
/* Whether what drives PIN of CELL sits beside it. */
int fpga_is_local(enum fpga_family family, const char *cell, const char *pin);

#endif
