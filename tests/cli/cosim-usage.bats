# cosim-usage.bats - cosim: wrong calls, wrong programs, missing tools
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

@test "the program is missing" {
  expect 2 "$WW" cosim
  said "the program is missing"
}

@test "two programs" {
  expect 2 "$WW" cosim a.elf b.elf
  said "b.elf"
}

@test "an option that does not exist" {
  expect 2 "$WW" cosim --mem-latncy 3 a.elf
  said "mem-latency"
}

@test "a simulator that does not exist is refused with those that do" {
  for command in cosim "fuzz --count 1"; do
    expect 2 "$WW" $command --sim vcs a.elf
    said "'vcs' is no simulator that this build has: verilator"
  done
  expect 2 "$WW" run --on vcs a.c
  said "'vcs' is neither iss nor a simulator"
  expect 0 "$WW" cosim --help
  said "verilator"
}

@test "numbers that are none, or out of range" {
  expect 2 "$WW" cosim --max-cycles many a.elf
  said "many"
  expect 2 "$WW" cosim --mem-latency 0 a.elf
  said "between 1 and"
  expect 2 "$WW" cosim --mem-latency -3 a.elf
  expect 2 "$WW" cosim --mem-bandwidth 0 a.elf
  said "between 1 and"
  expect 2 "$WW" cosim --mem-random x a.elf
}

@test "dynamic memories that are none" {
  for bad in sdram '' ddr4: ddr4:0 ddr4:10001 ddr4:fast ddr4-2400-of-some-vendor; do
    expect 2 "$WW" cosim --mem-dram "$bad" a.elf
    said "--mem-dram '$bad'"
  done
  expect 2 "$WW" cosim --mem-dram ddr a.elf
  said "none of ddr4, lpddr4, hbm2"
}

@test "places of memory errors that are none" {
  for bad in here 0x: 0x80000000: 0x80000000:0 -4 0x100000000 0xffffffff:2 1:2:3 1:2: 1:2:reads: 1@ 1@-1 1:2:reads@x; do
    expect 2 "$WW" cosim --mem-error $bad a.elf
    said "--mem-error '$bad'"
  done
  many=()
  for i in $(seq 17); do many+=(--mem-error 0x8000000$((i % 10))); done
  expect 2 "$WW" cosim "${many[@]}" a.elf
  said "more than 16"
}

@test "waves need a known ending, a window needs waves" {
  expect 2 "$WW" cosim --waves out.txt a.elf
  said ".fst or .vcd"
  expect 2 "$WW" cosim --waves-window 5 a.elf
  said "--waves FILE"
}

@test "--trace does not go with --no-check" {
  expect 2 "$WW" cosim --trace t --no-check a.elf
  said "--no-check"
}

@test "--rtl brings its own configuration" {
  expect 2 "$WW" cosim --rtl . -s core.warps=2 a.elf
  said "its own configuration"
}

@test "help names every option" {
  expect 0 "$WW" cosim --help
  for o in sim max-cycles mem-latency mem-bandwidth mem-dram mem-random mem-error trace trace-lines trace-cycles \
           waves waves-window json \
           snapshot konata perfetto profile view-from view-cycles view-of \
           strict no-check rtl coverage rtl-coverage counters verbose launch dispatch; do
    said "--$o "
  done
}

@test "a program that does not exist" {
  expect 3 "$WW" cosim nothing.elf
  said "nothing.elf: error:"
}

@test "a program that is no ELF file" {
  echo "hello" > text.elf
  expect 3 "$WW" cosim text.elf
  said "text.elf: error:"
}

@test "an ELF file that is cut off" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  for n in 0 3 20 51 60 83 86; do
    head -c $n good.elf > cut.elf
    expect 3 "$WW" cosim cut.elf
    said "cut.elf: error:"
  done
}

@test "an ELF file that does not fit into RAM" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 3 "$WW" cosim -s mem.ram_base=0x40000000 \
    -s core.reset_pc=0x40000000 good.elf
  said "good.elf: error:"
}

@test "a reset pc that is not the program's entry" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 3 "$WW" cosim -s core.reset_pc=0x80000004 good.elf
  said "[reset-pc]"
  said "starts at 0x80000000"
}

@test "a configuration that does not exist" {
  expect 3 "$WW" cosim -c nosuchconfig good.elf
}

@test "--rtl with a directory that is no design" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 3 "$WW" cosim --rtl . good.elf
  said "config.toml"
}

@test "--rtl with a design without trace ports" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  "$WW" gen "${small[@]}" -o design
  expect 3 "$WW" cosim --rtl design good.elf
  said "trace.retire=true"
}

@test "launches that are none" {
  for bad in k,grid=2x k,block=1x2x3x4 k,block k,smem=-1 k,barriers=256 k,arg= k,ordred; do
    expect 2 "$WW" cosim --launch $bad a.elf
    said "in '$bad' is none of grid=X[xY[xZ]], block="
  done
  expect 2 "$WW" cosim --launch ,grid=2 a.elf
  said "begins with the name or the address of its kernel"
  many=()
  for i in $(seq 65); do many+=(--launch k); done
  expect 2 "$WW" cosim "${many[@]}" a.elf
  said "more than 64 launches"
  expect 2 "$WW" cosim --launch k
  said "the program is missing"
  expect 2 "$WW" cosim --dispatch=1 a.elf
  said "--dispatch takes no value"
}

@test "--rtl with a design that runs no launches" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  "$WW" gen "${small[@]}" -s trace.retire=true -o design
  for o in --dispatch "--launch 0x80000000,grid=2"; do
    expect 3 "$WW" cosim --rtl design $o good.elf
    said "design/config.toml: error: the design has no dispatcher"
  done
}

@test "--dispatch sets gpu.dispatch, behind all of the command line, before the rules are checked" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 3 "$WW" cosim "${small[@]}" -s gpu.dispatch=false -s core.warps=3 --dispatch good.elf
  said "core.warps"
}

# A PATH with nothing in it but what is named.
tools() {
  mkdir -p tools
  for t; do ln -sf "$(command -v "$t")" tools/; done
}

@test "verilator is missing: exit 4, and its package" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  tools g++ make
  expect 4 env -u VERILATOR PATH="$work/tools" "$WW" cosim "${small[@]}" good.elf
  said "'verilator' was not found"
  said "apt install verilator"
}

@test "g++ is missing: exit 4, and its package" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  tools make
  printf '#!/bin/sh\necho Verilator 0\n' > tools/verilator
  chmod +x tools/verilator
  expect 4 env -u VERILATOR -u CXX PATH="$work/tools" "$WW" cosim "${small[@]}" good.elf
  said "'g++' was not found"
  said "apt install g++"
}

@test "make is missing: exit 4, and its package" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  tools g++
  printf '#!/bin/sh\necho Verilator 0\n' > tools/verilator
  chmod +x tools/verilator
  expect 4 env -u VERILATOR -u CXX PATH="$work/tools" "$WW" cosim "${small[@]}" good.elf
  said "'make' was not found"
}

@test "a verilator that fails: exit 4, its log and what it said" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  mkdir bin
  cat > bin/verilator <<'END'
#!/bin/sh
case $1 in --version) echo Verilator 0 ;; *) echo "%Error: something is odd"; exit 1 ;; esac
END
  chmod +x bin/verilator
  expect 4 env VERILATOR="$work/bin/verilator" "$WW" cosim "${small[@]}" good.elf
  said "failed with status 1"
  said "build.log"
  said "%Error: something is odd"
}

@test "a verilator that does not even start" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  mkdir bin
  printf '#!/bin/sh\nexit 9\n' > bin/verilator
  chmod +x bin/verilator
  expect 4 env VERILATOR="$work/bin/verilator" "$WW" cosim "${small[@]}" good.elf
  said "status 9"
}

@test "a tool is asked for its version once, and again when it has changed" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  command -v verilator_bin > out || skip "no verilator_bin"
  mkdir bin
  cat > bin/verilator <<END
#!/bin/sh
case \$1 in --version) echo asked >> "$work/asked"; echo Verilator 0 ;; *) exit 1 ;; esac
END
  chmod +x bin/verilator
  try() {
    expect 4 env -u VERILATOR_ROOT -u VERILATOR_BIN VERILATOR="$work/bin/verilator" \
      WARPWRIGHT_CACHE="$work/cache" "$WW" cosim "${small[@]}" good.elf
    said "failed with status 1"
  }
  try
  try
  [ "$(wc -l < asked)" -eq 1 ]
  echo "# newer" >> bin/verilator
  try
  try
  [ "$(wc -l < asked)" -eq 2 ]
}

@test "an interrupt while the model is built: exit 1, no report of a failure" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  mkdir bin
  cat > bin/verilator <<'END'
#!/bin/sh
case $1 in --version) echo Verilator 0 ;; *) kill -INT $PPID; exit 1 ;; esac
END
  chmod +x bin/verilator
  expect 1 env --default-signal=INT VERILATOR="$work/bin/verilator" "$WW" cosim "${small[@]}" good.elf
  said "interrupted"
  case $output in *failed*) false ;; esac
}

@test "a cache directory that cannot be made" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  : > file
  expect 4 env WARPWRIGHT_CACHE="$work/file/cache" "$WW" cosim "${small[@]}" good.elf
  said "WARPWRIGHT_CACHE"
}

@test "no cache directory at all" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 4 env -u WARPWRIGHT_CACHE -u XDG_CACHE_HOME -u HOME "$WW" cosim "${small[@]}" good.elf
  said "WARPWRIGHT_CACHE or HOME"
}

@test "models are compiled to run fast or to be there soon, and nothing else" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  expect 4 env WARPWRIGHT_MODELS=slow "$WW" cosim "${small[@]}" good.elf
  said "WARPWRIGHT_MODELS is 'slow'; it may be once, quick or fast"
}

@test "nothing is left behind by refused calls" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  mkdir bin
  printf '#!/bin/sh\nexit 9\n' > bin/verilator
  chmod +x bin/verilator
  run env VERILATOR="$work/bin/verilator" "$WW" cosim "${small[@]}" --json j --trace t good.elf
  [ ! -e j ] && [ ! -e t ]
  [ -z "$(ls -d "$WARPWRIGHT_CACHE"/emit-* 2>/dev/null)" ]
}

# A verilator that says who it is, and then builds for ever.
slow_verilator() {
  mkdir -p bin
  cat > bin/verilator <<'END'
#!/bin/sh
[ "$1" = --version ] && echo Verilator 0 && exit
echo $$ > "$PIDS/$PPID"
exec sleep 60
END
  chmod +x bin/verilator
}

# Starts a run that builds, in $builder; $tool is its verilator.
build_slowly() {
  mkdir -p pids
  # A shell lets what it starts with & ignore SIGINT.
  PIDS=$work/pids VERILATOR=$work/bin/verilator env --default-signal=INT "$WW" cosim "${small[@]}" "$@" good.elf \
    > slow.log 2>&1 3>&- &
  builder=$!
  for _ in $(seq 100); do
    [ -s "pids/$builder" ] && break
    sleep 0.1
  done
  tool=$(cat "pids/$builder")
}

left() { ls "$WARPWRIGHT_CACHE" | grep -e '^emit-' -e 'work$'; }

@test "what a killed build leaves goes with the next one, what a living one has stays" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  slow_verilator
  printf '#!/bin/sh\nexit 9\n' > bin/broken
  chmod +x bin/broken
  build_slowly -s core.warps=4
  living=$builder living_tool=$tool
  build_slowly
  kill -KILL $builder $tool
  wait $builder || true
  left
  [ "$(left | grep -c "^emit-$builder\.")" -eq 1 ]
  [ "$(left | wc -l)" -eq 4 ]
  mkdir "$WARPWRIGHT_CACHE/emit-AbCdEf" "$WARPWRIGHT_CACHE/synth-AbCdEf"
  touch -d '2 days ago' "$WARPWRIGHT_CACHE/emit-AbCdEf"
  run env VERILATOR="$work/bin/broken" "$WW" cosim "${small[@]}" -s core.warps=8 good.elf
  left
  [ "$(left | grep -c ^emit-)" -eq 1 ]
  [ -f "$WARPWRIGHT_CACHE"/emit-$living.*/files/config.toml ]
  [ "$(left | grep -c work)" -le 2 ]
  # Without an owner and young: somebody may just be making it.
  [ -d "$WARPWRIGHT_CACHE/synth-AbCdEf" ]
  rmdir "$WARPWRIGHT_CACHE/synth-AbCdEf"
  kill -TERM $living $living_tool
  wait $living || status=$?
  [ "$status" -eq 1 ]
  [ -z "$(left | grep ^emit-)" ]
}

@test "SIGINT and SIGTERM during a build leave no directory of ours" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  slow_verilator
  for signal in INT TERM; do
    build_slowly
    kill -$signal $builder $tool
    wait $builder || status=$?
    cat slow.log
    [ "$status" -eq 1 ]
    grep -q interrupted slow.log
    [ -z "$(left | grep ^emit-)" ]
  done
}

@test "stdout has room for one output: a second '-' is refused before the run" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  for two in "--trace - --json -" "--json=- --konata -" "--perfetto - --records -"; do
    expect 2 "$WW" cosim $two good.elf
    said "cannot both go to stdout ('-')"
  done
  expect 2 "$WW" cosim --trace - --json - good.elf
  said "--trace and --json cannot both"
  for all in "iss --trace - --json - good.elf" "run --trace - --json - k.c" "fuzz --json - -o -" \
             "coverage --json - --html - c" "regress --tap - --junit - l"; do
    expect 2 "$WW" $all
    said "cannot both go to stdout ('-')"
  done
  for adding in "cosim --coverage - good.elf" "cosim --rtl-coverage - good.elf" "fuzz --coverage -" \
                "regress --coverage - l" "coverage -o - c"; do
    expect 2 "$WW" $adding
    said "adds to a file, and '-' is none"
  done
  # The last one counts.
  expect 2 "$WW" cosim --trace - --trace t --json - --sim none good.elf
  said "'none' is no simulator"
  [ ! -e ./- ]
}

@test "a file that cannot be written is named before the run, with the reason" {
  make_elf good.elf 0x80000000 "${answer[@]}"
  : > file
  for option in trace records json konata perfetto profile=p.json waves=w.fst coverage rtl-coverage; do
    name=${option%=*} end=${option#*=}
    expect 4 env VERILATOR=none "$WW" cosim --$name nodir/$end good.elf
    said "--$name: cannot write 'nodir/$end': directory 'nodir': No such file or directory"
  done
  expect 4 env VERILATOR=none "$WW" cosim --waves file/w.vcd good.elf
  said "--waves: cannot write 'file/w.vcd': directory 'file': Not a directory"
  expect 4 env VERILATOR=none "$WW" cosim --dump-image nodir/a.ppm good.elf
  said "--dump-image: cannot write 'nodir/a.ppm': directory 'nodir'"
  mkdir d.fst
  expect 4 env VERILATOR=none "$WW" cosim --waves d.fst good.elf
  said "--waves: cannot write 'd.fst': Is a directory"
  mkfifo pipe
  expect 4 env VERILATOR=none "$WW" cosim --coverage pipe good.elf
  said "--coverage: cannot write 'pipe': it is no regular file"
  for all in "iss --json nodir/j good.elf" "fuzz -o nodir/f.S" "coverage --html nodir/h c" \
             "regress --tap nodir/t l" "coverage -o nodir/c c" "run --json nodir/j k.c"; do
    expect 4 env VERILATOR=none "$WW" $all
    said ": cannot write 'nodir/"
  done
  chmod a-w file
  mkdir shut
  chmod a-w shut
  if [ ! -w shut ]; then
    expect 4 env VERILATOR=none "$WW" cosim --waves shut/w.fst good.elf
    said "--waves: cannot write 'shut/w.fst': directory 'shut': Permission denied"
  fi
  [ ! -e nodir ]
  [ -z "$(ls -A shut)" ]
}
