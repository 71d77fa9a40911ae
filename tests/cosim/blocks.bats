# blocks.bats - launches of blocks in lockstep: barriers, traps, aborts, refusals, whole programs
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup_file() {
  export WARPWRIGHT_MODELS=once WARPWRIGHT_CACHE="$BATS_FILE_TMPDIR/models" K="$BATS_FILE_TMPDIR/k.elf"
  cat > "$BATS_FILE_TMPDIR/k.S" <<'S'
	.equ	ARG, 0xCE1
	.equ	DIM_X, 0xCE5
	.equ	THREAD, 0xCEA
	.equ	WARP, 0xCEB
	.equ	SMEM, 0xCEC
	.equ	PHASE, 0xCED
	.equ	BLOCK_X, 0xCF0
	.option	norvc
	.macro	kernel name
	.globl	\name
	.type	\name, @function
\name:
	.endm
	.globl	_start
_start:	ecall
# Each block turns its words round, through shared memory: turn uses bar.sync, apart bar.arrive
# and bar.wait, with work between them. They trap if a word is wrong.
	kernel	turn
	csrr	t2, THREAD
	csrr	t3, SMEM
	csrr	t1, DIM_X
	li	s0, 5
1:	csrr	t0, BLOCK_X
	add	t0, t0, s0
	slli	t0, t0, 8
	add	t0, t0, t2
	slli	t5, t2, 2
	add	t5, t5, t3
	sw	t0, 0(t5)
	.insn	0x0000500b			# bar.sync
	addi	t4, t1, -1
	sub	t4, t4, t2
	slli	t6, t4, 2
	add	t6, t6, t3
	lw	a0, 0(t6)
	sub	t0, t0, t2
	add	t0, t0, t4
	bne	a0, t0, wrong
	.insn	0x0000500b
	addi	s0, s0, -1
	bnez	s0, 1b
	j	end
	kernel	apart
	csrr	t2, THREAD
	csrr	t3, SMEM
	csrr	t1, DIM_X
	slli	t5, t2, 2
	add	t5, t5, t3
	sw	t2, 0(t5)
	.insn	0x0010528b			# bar.arrive t0
	csrr	a1, WARP
	slli	a1, a1, 3
2:	addi	a1, a1, -1
	bgez	a1, 2b
	.insn	0x0022d00b			# bar.wait t0
	csrr	a2, PHASE
	beq	a2, t0, wrong
	addi	t4, t1, -1
	sub	t4, t4, t2
	slli	t6, t4, 2
	add	t6, t6, t3
	lw	a0, 0(t6)
	bne	a0, t4, wrong
	.insn	0x0022d00b			# an old phase: at once
	j	end
# Each block traps if a register or a word of its shared memory is not zero, and leaves none zero.
	kernel	fresh
	.irp	r, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	or	x8, x8, x\r
	.endr
	csrr	t0, SMEM
	lw	t1, 0(t0)
	lw	t2, 60(t0)
	or	x8, x8, t1
	or	x8, x8, t2
	bnez	x8, wrong
	li	x8, 99
	.insn	0x0000500b
	sw	x8, 0(t0)
	sw	x8, 60(t0)
	.irp	r, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
	addi	x\r, x8, \r
	.endr
	li	a0, 0				# the exit code of a whole core
	j	end
# Bad ones: block 2 does what is wrong, the others loop for ever.
	kernel	twice
	csrr	t0, THREAD
	csrr	t1, WARP
	bnez	t1, 3f
	.insn	0x0010528b
	.insn	0x0010528b
3:	j	3b
	kernel	beyond
	li	t0, 2				# the third of two barriers
	li	t1, 1
	.insn	0x0062c00b
	j	3b
	kernel	spawn
	la	t0, end
	.insn	0x0002908b			# wspawn ra, t0, zero
	j	3b
	kernel	load
	csrr	t0, BLOCK_X
	li	t1, 2
4:	bne	t0, t1, 4b
	lw	t2, 8(zero)
	kernel	leave
	csrr	t0, BLOCK_X
	li	t1, 2
5:	bne	t0, t1, 5b
	csrr	t0, ARG
	csrw	0x7c2, t0
	j	wrong
	kernel	constant
	li	t0, 0x80800000
	lw	t1, 0(t0)
	sw	t1, 0(t0)			# constant memory: trap 7
	kernel	forever
	.insn	0x0000500b
	j	forever
	kernel	named
	li	t0, 1				# the second of its two barriers, for all warps
	li	t1, 2
	.insn	0x0062c00b
end:	.insn	0x0000000b			# tmc zero
wrong:	ecall
S
  "$WW_BUILDDIR/sw/ww-cc" --bare -march=rv32im_xblock -o "$K" "$BATS_FILE_TMPDIR/k.S"
}

teardown_file() { :; }

# How launch N has ended, of the JSON file j.
ends() { sed -n '/"launches"/,/\]/s/.*"kernel": "\([a-z0-9]*\)", "end": "\([a-z ]*\)".*/\1 \2/p' j; }

both() {
  local s=0 want=$1
  shift
  run "$WW" iss -s smem.size=4096 --json j "$@" "$K"
  [ "$status" -eq "$want" ]
  ends > golden
  run "$WW" cosim -s smem.size=4096 --json j "$@" "$K"
  echo "$output"
  [ "$status" -eq "$want" ] && [[ $output == *" 0 mismatches"* ]] && ends | cmp - golden
}

@test "barriers of blocks, in one piece and in two; several launches at a time, in order" {
  need_verilator
  both 0 --launch turn,grid=9,block=16,smem=64 --launch turn,grid=3x2,block=5,smem=32 \
    --launch apart,grid=7,block=13,smem=256,ordered --launch apart,grid=2x1x3,block=1x1x1,smem=4 \
    --launch named,grid=5,block=8,barriers=2 --launch turn,grid=2,block=16,smem=4096 \
    --launch turn,grid=9,block=16,smem=64
}

@test "a trap ends its launch and no other; mexit is the end of a launch" {
  need_verilator
  both 1 --launch twice,grid=5,block=6 --launch turn,grid=9,block=16,smem=64 \
    --launch beyond,grid=4,block=4,barriers=2 --launch spawn,grid=4,block=4 \
    --launch load,grid=4,block=4 --launch apart,grid=7,block=13,smem=256 \
    --launch leave,grid=4,block=2,arg=0 --launch leave,grid=4,block=2,arg=7
  [[ $output == *"launch 0, twice: trapped"* && $output == *"launch 2, beyond: trapped"* ]]
  [[ $output == *"launch 3, spawn: trapped"* && $output == *"launch 4, load: trapped: block (2, 0, 0)"* ]]
  [[ $output == *"launch 7, leave: exit code 7"* && $output != *"launch 6"* && $output != *"launch 1,"* ]]
}

@test "with gpu.clear no block finds what another has left" {
  need_verilator
  l=(--launch fresh,grid=20,block=15,smem=64 --launch fresh,block=4,smem=64,whole
    --launch fresh,grid=20,block=8,smem=64)
  both 0 -s gpu.clear=true "${l[@]}"
  run "$WW" iss -s smem.size=4096 "${l[@]}" "$K"
  [ "$status" -eq 1 ]
}

@test "impossible launches are refused with their reason, on both" {
  need_verilator
  both 1 --launch 0x80000002 --launch turn,grid=1x0 --launch turn,block=1x1025 --launch turn,block=3x3x2 \
    --launch turn,smem=4097 --launch turn,barriers=5 --launch turn,grid=2,whole --launch named,block=8,barriers=2
  for why in "0x80000002: refused: the pc" "refused: a side of the grid is 0" "a side of a block is 0 or above" \
    "more threads than a core" "more shared memory than a core" "more barriers than a core" \
    "not so many whole cores"; do
    [[ $output == *"$why"* ]]
  done
}

@test "an abort ends a launch that hangs while another goes on" {
  need_verilator
  run "$WW" cosim -s smem.size=4096 --json j --launch forever,grid=3,block=16,abort=900 \
    --launch turn,grid=20,block=16,smem=64 --launch forever,abort=1 --launch turn,block=4,abort=100000 "$K"
  [ "$status" -eq 1 ]
  [[ $output == *" 0 mismatches"* ]]
  [ "$(ends | tr '\n' ,)" = "forever cut,turn complete,forever cut,turn complete," ]
}

@test "a program with a main is a launch of the whole core" {
  need_verilator
  for e in hello matmul; do
    "$WW" iss --dispatch -s smem.size=4096 "$WW_BUILDDIR/sw/kernels/$e.elf" > golden 2> /dev/null
    "$WW" cosim --dispatch -s smem.size=4096 "$WW_BUILDDIR/sw/kernels/$e.elf" 2> err | cmp - golden
    grep -q "pass: exit code 0,.* 0 mismatches" err
  done
}

# bats test_tags=full
@test "launches on Icarus and in SystemC take the same cycles" {
  need_verilator
  l=(-s smem.size=4096 --mem-random 7 --launch turn,grid=3,block=16,smem=64 --launch load,grid=3,block=4
    --launch apart,grid=2,block=7,smem=64)
  for host in none "axil -s gpu.clear=true -s smem.base=0x40000000 -s mem.const_size=0x10000
    --launch turn,grid=9,block=9,smem=64,reset=200 --launch fresh,grid=9,block=7,smem=64 --launch constant"; do
    rm -f cycles
    for sim in verilator icarus systemc; do
      run "$WW" cosim --sim $sim "${l[@]}" -s gpu.host=$host "$K"
      echo "$output"
      [ "$status" -eq 1 ] && [[ $output == *" 0 mismatches"* ]]
      grep -o "[0-9]* cycles, [0-9]* warp instructions" <<< "$output" >> cycles
    done
    [ "$(sort -u cycles | wc -l)" -eq 1 ]
  done
}

@test "random launches of random blocks, with aborts and failing memory" {
  need_verilator
  n=$([ -n "$WW_FULL" ] && echo 400 || echo 20)
  configs=("-s smem.size=4096"
    "-s core.warps=8 -s gpu.blocks=8 -s gpu.launches=2 -s smem.size=8192 -s gpu.host=axil
      -s smem.base=0x7fffe000 -s mem.const_size=0x10000 --congest"
    "-s gpu.clear=true -s gpu.cores=2 -s core.lanes=2 -s smem.size=1024 -s icache.size=1024 -s dcache.size=1024
      -s dcache.write=through")
  [ -z "$WW_FULL" ] || configs+=("-c cached -s core.timer=false" "-c fast" "-c duo -s gpu.host=axil" \
    "-s core.lanes=2 -s core.threads=8 -s smem.size=1024"
    "-s gpu.clear=true -s core.timer=true -s gpu.host=axil -s isa.a=true -s isa.f=f -s smem.size=1024 --congest"
    "-s issue.policy=rr -s isa.f=f -s gpu.cores=3")
  for c in "${configs[@]}"; do
    run "$WW" fuzz -s gpu.dispatch=true $c --count $n --coverage covered
    echo "$output"
    [ "$status" -eq 0 ]
  done
  "$WW" coverage --min host-write=80 --min host-read=60 --min host-reset=20 --min host-irq=50 covered
}
