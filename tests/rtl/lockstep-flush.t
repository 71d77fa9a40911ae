#!/bin/sh
# lockstep-flush.t - a flush while the tags of a large data cache are still being cleared
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict --only 'mflush*' --also=--mem-random --also=1 \
  cosim -c tiny -s dcache.size=65536 -s dcache.line=16 -s dcache.ways=1 -s mem.ram_size=0x20000
