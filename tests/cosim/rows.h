/* rows.h - the state audit
 * SPDX-License-Identifier: Apache-2.0
 *
 * Part of checker.c's test.
 */
#ifndef WW_TESTS_COSIM_ROWS_H
#define WW_TESTS_COSIM_ROWS_H

#include <stdbool.h>

/* Sets FIRED of each check that a wrong row made fire. */
void rows(bool *fired);

#endif
