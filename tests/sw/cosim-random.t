#!/bin/sh
# cosim-random.t - all programs in lockstep, memory with random delays, configs/paper.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict \
  --also=--mem-random --also=3 cosim -c paper
