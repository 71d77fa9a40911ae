#!/bin/sh
# cosim-paper-cache.t - all programs in lockstep, memory with random delays, configs/paper-cache.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict --also=--mem-random --also=7 cosim -c paper-cache
