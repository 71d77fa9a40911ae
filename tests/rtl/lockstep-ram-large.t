#!/bin/sh
# lockstep-ram-large.t - the programs in lockstep, in 1 GiB of RAM, near its end
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/place.sh" --also --mem-random --also 17 \
  -s mem.ram_base=0x40000000 -s mem.ram_size=0x40000000 \
  -s core.reset_pc=0x7fff0000 -s core.warps=2 -s core.lanes=2
