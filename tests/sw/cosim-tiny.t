#!/bin/sh
# cosim-tiny.t - all programs in lockstep on configs/tiny.toml
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim -c tiny
