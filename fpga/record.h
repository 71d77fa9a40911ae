/* record.h - the result of a flow as JSON, to be shown and to be kept
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_RECORD_H
#define WW_FPGA_RECORD_H

#include <jansson.h>

#include "fpga/flow.h"

/* R as an object, a new reference; NULL: no memory. */
json_t *record_json(const struct fpga_target *target,
		    const struct flow_result *r);

/* Reads what record_json made: true and OUT, to be released with flow_free in
 * any case. */
bool record_read(const json_t *record, struct flow_result *out);

#endif
