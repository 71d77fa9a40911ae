/* vlt_coverage.cc - what a model that counts its lines and toggles has more
 * SPDX-License-Identifier: Apache-2.0
 */
#include "verilated.h"
#include "verilated_cov.h"

/* Forgets what reset, which gives everything its first value, has toggled. */
extern "C" void cosim_zero_coverage()
{
	Verilated::threadContextp()->coveragep()->zero();
}

/* Writes the counts into PATH, in the format of verilator_coverage. */
extern "C" void cosim_write_coverage(const char *path)
{
	Verilated::threadContextp()->coveragep()->write(path);
}
