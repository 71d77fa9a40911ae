/* exit_code.S - the exit code is x10 at ebreak
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	li	a0, 42
	ebreak
