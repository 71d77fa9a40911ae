#!/usr/bin/env bats
# random.bats - random kernels of plain C print on the core what they print on this machine
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  . "$WW_SRCDIR/tests/clc/plain.bash"
}

@test "random kernels" {
  need_plain
  for seed in $(seq 1 "$([ -n "$WW_FULL" ] && echo 40 || echo 3)"); do
    awk -v seed="$seed" -f "$here/random.awk" > r.c
    expect r.c
    for march in rv32im rv32im_zba_zbb_zicond; do
      check "$march" r.c > log 2>&1 || {
        cat log
        echo "repeat: awk -v seed=$seed -f tests/clc/random.awk"
        false
      }
    done
  done
}
