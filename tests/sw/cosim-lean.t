#!/bin/sh
# cosim-lean.t - all programs in lockstep on configs/lean.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim -c lean
