#!/bin/sh
# memories.t - what memories become on two of the targets; `make check-gates` has all
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/fpga/memories.sh" --only 'regfile ipdom smem_ram icache_way dcache_bank' \
  hx8k ecp5
