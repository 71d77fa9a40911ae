#!/bin/sh
# cosim-wide.t - all programs in lockstep on configs/wide.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim -c wide
