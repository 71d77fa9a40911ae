#!/bin/sh
# cosim-cached.t - all programs in lockstep, slow memory, configs/cached.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict --also=--mem-latency --also=60 cosim -c cached
