#!/bin/sh
# lockstep-ram-last.t - the programs in lockstep, in RAM that ends where the devices begin
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/place.sh" \
  -s mem.ram_base=0xfe800000 -s mem.ram_size=0x800000 \
  -s core.reset_pc=0xfe800100 -s core.threads=2
