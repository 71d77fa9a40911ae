#!/usr/bin/env bats
# slurm.bats - a regression as a job array on a real Slurm, of this machine alone
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash
load slurm.bash

teardown() {
  slurm_stop
  cd "$WW_BUILDDIR"
  rm -rf "$work"
}

@test "the array runs on slurmd; results are gathered, what is missing is run again" {
  slurm_start "$work/slurm" || skip "$why"
  cat > s.list << 'EOF'
fuzz --oracle threads --count 50 --seed {1..301..100}
iss ${HERE}/nowhere.elf
EOF
  expect 0 "$WW" regress --slurm -D "HERE=$work" s.list
  said "job "
  [ -s regress-s/job.sh ]
  for ((n = 0; n < 120; n++)); do
    [ "$(ls regress-s/runs/*/done 2> /dev/null | wc -l)" -eq 5 ] && break
    sleep 0.5
  done
  expect 4 "$WW" regress --gather -D "HERE=$work" s.list --junit x
  said "5 runs: 4 ok, 0 failed, 1 broken, 0 not run"
  [ "$(ls regress-s/task-*.log | wc -l)" -eq 5 ]
  grep -q 'tests="5" failures="0" errors="1"' x
  rm "$(grep -l '^ok' regress-s/runs/*/done | head -n 1)"
  expect 4 "$WW" regress --slurm --wait --resume --slurm-options "--partition=main --time=5" \
    -D "HERE=$work" s.list
  said "5 runs: 4 ok, 0 failed, 1 broken, 0 not run"
  expect 4 "$WW" regress --slurm --slurm-options "--partition=nowhere" -D "HERE=$work" s.list -o other
  said "sbatch failed:"
  said "nvalid partition"
}
