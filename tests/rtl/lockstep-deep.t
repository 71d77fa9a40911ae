#!/bin/sh
# lockstep-deep.t - all programs in lockstep: configuration fast, with registers within the longest paths
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict --also=--mem-random --also=11 cosim -c fast
