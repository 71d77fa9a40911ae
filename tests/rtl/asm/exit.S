/* exit.S - the shortest program
 * SPDX-License-Identifier: Apache-2.0
 */
#include "test.inc"

	start
	ebreak
