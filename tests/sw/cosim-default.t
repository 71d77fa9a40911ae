#!/bin/sh
# cosim-default.t - all programs in lockstep on configs/default.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim -c default
