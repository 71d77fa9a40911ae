# trap.bats - what follows the trap of one warp: the same on the golden model and in lockstep
# SPDX-License-Identifier: Apache-2.0

load command.bash

# program NAME: on stdin what warp 0 does once warp 1 has started, which traps at once. x5 = a
# place in RAM, x6 = the console.
program() {
  { printf '#include "warpwright_isa.h"\n\t.option norvc\n\t.option norelax\n'
    printf '\t.section .text.start, "ax"\n\t.globl _start\n_start:\n'
    printf '\tla x5, dead\n\twspawn x0, x5, x0\n\tla x5, place\n\tli x6, -4096\n'
    cat
    printf '\t.balign 4\ndead:\tecall\n\t.balign 64\nplace:\t.word 0\n'
  } > "$1.S"
  "$WW_BUILDDIR/sw/ww-cc" --bare -march=rv32i --ram-size=0x10000 -o "$1.elf" "$1.S"
}

# both NAME EXIT CONSOLE OPTION...: on both it is a fault with this exit code and console.
both() {
  name=$1 code=$2 console=$3
  shift 3
  for command in iss cosim; do
    "$WW" $command "${small[@]}" --json $command.json "$@" "$name.elf" > console 2> err && return 1
    cat err
    [ "$(cat console)" = "$console" ]
    grep -q '"status": "fault"' $command.json
    grep -q "\"exit_code\": $code," $command.json
  done
}

@test "a warp that works goes on to its end, however long" {
  need_verilator
  program works << 'END'
	li	x7, 120000
1:	addi	x7, x7, -1
	sw	x7, (x5)
	bnez	x7, 1b
	li	x8, 'k'
	sb	x8, (x6)
	li	x10, 5
	ebreak
END
  both works 5 k
  ! grep 'after the trap' err
  grep -q '"ended_by": "halt"' iss.json
  grep -q '"ended_by": "halt"' cosim.json
}

@test "warps that only poll end the run, which says so" {
  need_verilator
  program polls << 'END'
	li	x8, 'p'
	sb	x8, (x6)
1:	lw	x7, (x5)
	sw	x7, 4(x5)
	beqz	x7, 1b
	ebreak
END
  both polls 0 p
  for command in iss cosim; do
    run "$WW" $command "${small[@]}" polls.elf
    said "after the trap the others have changed nothing in 100000 instructions"
    said "warp 0"
    grep -q '"ended_by": "idle"' $command.json
  done
}

@test "a limit that is given takes the place of that" {
  need_verilator
  program counts << 'END'
	li	x7, 150000
1:	addi	x7, x7, -1
	bnez	x7, 1b
	li	x8, 'c'
	sb	x8, (x6)
	li	x10, 6
	ebreak
END
  both counts 0 ''
  both counts 6 c --max-cycles 10000000
  both counts 0 '' --max-cycles 200000
  said_limit="after the trap the others went on until the limit"
  for command in iss cosim; do
    run "$WW" $command "${small[@]}" --max-cycles 200000 counts.elf
    said "$said_limit"
    grep -q '"ended_by": "limit"' $command.json
  done
}

@test "warps that wait for the one that has trapped" {
  need_verilator
  program waits << 'END'
	li	x7, 2
	bar	x0, x7
	ebreak
END
  both waits 0 ''
  for command in iss cosim; do
    run "$WW" $command "${small[@]}" waits.elf
    said "after the trap the others wait at barriers"
    grep -q '"ended_by": "barrier"' $command.json
  done
}
