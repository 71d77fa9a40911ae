#!/bin/sh
# iss-no-m.t - the programs without multiplication on a core without it
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss -s isa.m=false
