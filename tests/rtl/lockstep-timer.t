#!/bin/sh
# lockstep-timer.t - all programs in lockstep with the timer: with caches; on folded lanes without counters
# SPDX-License-Identifier: Apache-2.0
run="$WW_SRCDIR/tests/sw/run-list.sh --strict"
{
  $run --also=--mem-random --also=3 cosim -c cached -s core.timer=true
  $run --also=--mem-random --also=5 cosim -s core.timer=true -s core.threads=8 -s core.lanes=2 \
    -s core.warps=2 -s issue.policy=gto -s issue.forward=false -s core.counters=false
} | awk '/^1\.\./ { next } /^(not )?ok / { n++; sub(/ok [0-9]+/, "ok " n) } { print } END { print "1.." n }'
