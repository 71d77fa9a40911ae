# common.sh - what the tests of SystemC share
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by shell and bats files.

# Why nothing can be tested here; nothing if it can.
without() {
  [ "${VERILATOR:-no}" != no ] || { echo "no verilator"; return; }
  [ "${RISCV_CC:-no}" != no ] || { echo "no riscv64-unknown-elf-gcc"; return; }
  command -v "${CXX:-g++}" > /dev/null || { echo "no g++"; return; }
  for dir in "${SYSTEMC_INCLUDE:-/usr/include}" /usr/local/include; do
    [ ! -r "$dir/sysc/kernel/sc_ver.h" ] || return 0
  done
  echo "no SystemC (libsystemc-dev)"
}
