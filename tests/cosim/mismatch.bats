#!/usr/bin/env bats
# mismatch.bats - doc/mismatch.md does what it says
# SPDX-License-Identifier: Apache-2.0
#
# Its blocks of commands are run in order; each line of a block of text must be among what they
# have said so far.

load command.bash

setup_file() { :; }
teardown_file() { :; }

setup() {
  build_programs
  mkdir bin
  ln -s "$WW" bin/warpwright
  ln -s "$WW_BUILDDIR/sw/ww-cc" bin/ww-cc
  PATH=$PWD/bin:$PATH
}

teardown() {
  [ -z "$work" ] || { cd "$WW_BUILDDIR"; rm -rf "$work"; }
}

blocks() { # KIND: a line C TEXT per command, T TEXT per line of text
  awk '/^```sh/ { kind = "C"; next } /^```text/ { kind = "T"; next } /^```/ { kind = ""; next }
    kind { print kind " " $0 }' "$WW_SRCDIR/doc/mismatch.md"
}

@test "the commands of doc/mismatch.md say what it says" {
  blocks > blocks
  : > said
  commands=0 lines=0
  while IFS= read -r line; do
    if [ "${line%% *}" = C ]; then
      commands=$((commands + 1))
      bash -c "${line#C }" >> said 2>&1 < /dev/null || echo "status $?" >> said
    else
      lines=$((lines + 1))
      grep -qxF -- "${line#T }" said || { echo "not said: ${line#T }"; cat said; false; }
    fi
  done < blocks
  [ "$commands" -eq 7 ] && [ "$lines" -gt 20 ]
  [ "$(grep -c '^status 1' said)" -eq 2 ]
  ! grep -q 'error:' said
  awk -f "$WW_SRCDIR/tests/cosim/kanata.awk" bug.kanata
  awk -f "$WW_SRCDIR/tests/cosim/trace.awk" bug.json
}
