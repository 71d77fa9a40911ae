#!/bin/sh
# memories.t - what memories become on one target, in the full tier on two; `make check-gates` has all
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/fpga/memories.sh" --only 'regfile ipdom smem_ram icache_way dcache_bank' \
  ecp5 ${WW_FULL:+hx8k}
