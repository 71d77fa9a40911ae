#!/bin/sh
# suite-cosim.t - the kernel suite in lockstep on two shapes; make check-suite runs all
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/suite-cosim.sh" --seed 3 2x8 4x4/2
