# command.bash - what the bats files of cosim share
# SPDX-License-Identifier: Apache-2.0

small=(-s core.warps=2 -s core.threads=2 -s isa.m=false -s mem.ram_size=0x10000)

# Models are shared by the tests of one file, and run little; work is new for each.
setup_file() {
  export WARPWRIGHT_MODELS=once
  export WARPWRIGHT_CACHE
  WARPWRIGHT_CACHE=$(mktemp -d "$WW_BUILDDIR/cosim-cache-XXXXXX")
}

teardown_file() {
  rm -rf "$WARPWRIGHT_CACHE"
}

setup() {
  work=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  cd "$work"
}

teardown() {
  cd "$WW_BUILDDIR"
  rm -rf "$work"
}

need_verilator() {
  [ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
  command -v "${CXX:-g++}" > /dev/null || skip "g++ is not installed"
}

# Work of tests that build programs; their models are those of other tests.
build_programs() {
  need_verilator
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  work=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  cd "$work"
}

# Runs the command; its output is $output, its exit status must be $1.
expect() {
  want=$1
  shift
  run "$@"
  echo "$output"
  [ "$status" -eq "$want" ]
}

# The output contains $1.
said() {
  case $output in *"$1"*) ;; *) echo "not said: $1"; return 1 ;; esac
}

word() { # 32 bits, little-endian
  # shellcheck disable=SC2059
  printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $(($1 & 255)) $(($1 >> 8 & 255)) \
    $(($1 >> 16 & 255)) $(($1 >> 24 & 255)))"
}

# make_elf FILE ENTRY WORD...: an ELF file whose words are loaded at 0x80000000.
make_elf() {
  local file=$1 entry=$2 n w
  shift 2
  n=$((4 * $#))
  {
    printf '\177ELF\001\001\001\0\0\0\0\0\0\0\0\0'
    word $((2 | 243 << 16)); word 1; word "$entry"; word 52; word 0; word 0
    word $((52 | 32 << 16)); word 1; word 0
    word 1; word 84; word 0x80000000; word 0x80000000; word $n; word $n; word 5; word 4
    for w; do word "$w"; done
  } > "$file"
}

# Programs, as words.
answer=(0x02A00513 0x00100073)                  # addi x10,x0,42; ebreak
zero=(0x00000513 0x00100073)                    # addi x10,x0,0; ebreak
forever=(0x0000006F)                            # jal x0,0
alone=(0x00200113 0x0020400B 0x00100073)        # bar x0,x2 for two warps
nowhere=(0x00300293 0x00002303)                 # addi x5,x0,3; lw x6,0(x0)
xors=(0x00300293 0x0052C333 0x00000513 0x00100073)      # xor x6,x5,x5
stores=(0x800012B7 0x0052A023 0x00000513 0x00100073)    # lui x5; sw x5,0(x5)
prints=(0xFFFFF0B7 0x06F00113 0x00208023 0x00000513 0x00100073) # 'o' to the console
