#!/bin/sh
# cosim-small.t - all programs in lockstep on configs/small.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim -c small
