/* vlt_coverage.cc - functions of a model that counts its lines and toggles
 * SPDX-License-Identifier: Apache-2.0
 */
#include "verilated.h"
#include "verilated_cov.h"

/* Sets all counts to 0, so that the toggles of reset do not count. */
extern "C" void cosim_zero_coverage()
{
	Verilated::threadContextp()->coveragep()->zero();
}

/* Writes the counts into PATH, in the format of verilator_coverage. */
extern "C" void cosim_write_coverage(const char *path)
{
	Verilated::threadContextp()->coveragep()->write(path);
}
