/* record.h - the result of a flow as JSON, for output and for the cache
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_RECORD_H
#define WW_FPGA_RECORD_H

#include <jansson.h>

#include "fpga/flow.h"

/* R as a JSON object, a new reference; NULL: out of memory. */
json_t *record_json(const struct fpga_target *target,
		    const struct flow_result *r);

/* Reads an object of record_json into OUT; false if it is invalid. The caller
 * releases OUT with flow_free in either case. */
bool record_read(const json_t *record, struct flow_result *out);

#endif
