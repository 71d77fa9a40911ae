#!/bin/sh
# lockstep-ram-small.t - the programs in lockstep, in 4 KiB of RAM at address 0
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/place.sh" \
  -s mem.ram_base=0 -s mem.ram_size=0x1000 -s core.reset_pc=0x100
