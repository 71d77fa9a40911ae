#!/bin/sh
# lint-yosys.t - yosys has nothing to say about pairwise configurations
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/lint.sh" yosys
