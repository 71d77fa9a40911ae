#!/usr/bin/env bats
# soc.bats - a system on a chip: a core's program in C launches kernels on a device
# SPDX-License-Identifier: Apache-2.0

# bats test_tags=full
@test "a tiny core launches kernels on an octa, resets it, and launches again" {
  [ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
  [ "${RISCV_CC:-no}" != no ] || skip "no riscv64-unknown-elf-gcc"
  work=$(mktemp -d "$WW_BUILDDIR/soc-XXXXXX")
  WW_CC=$WW_BUILDDIR/sw/ww-cc run "$WW_SRCDIR/fpga/soc/soc" "$work"
  rm -rf "$work"
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$(grep -c . <<< "$(grep -E '^(saxpy|a block|a launch)' <<< "$output")")" -eq 5 ]
  [[ $output == *"soc: exit code 0, "* ]]
}
