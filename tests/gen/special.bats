# special.bats - what is no regular file is refused at once, wherever a file is read
# SPDX-License-Identifier: Apache-2.0

setup() {
  work=$(mktemp -d "$WW_BUILDDIR/special-XXXXXX")
  cd "$work"
  mkfifo fifo fifo.toml fifo.c
}

teardown() {
  cd "$WW_BUILDDIR"
  rm -rf "$work"
}

# refused STATUS TEXT WORD...: within seconds, with TEXT.
refused() {
  local want=$1 text=$2
  shift 2
  run timeout 20 "$WW" "$@"
  echo "$*: $status: $output"
  [ "$status" -eq "$want" ]
  case $output in *"$text"*) ;; *) return 1 ;; esac
}

@test "a configuration" {
  for command in check "gen -o out" "print params" "iss a.elf" "cosim a.elf" "fuzz --count 1"; do
    refused 3 "fifo.toml: error: cannot read the configuration: it is no regular file" \
      $command fifo.toml
    refused 3 "it is no regular file" $command -c ./fifo.toml
  done
  refused 3 "Is a directory" check -c ./
  refused 3 "it is no regular file" check -c /dev/zero
}

@test "a program" {
  for file in fifo /dev/zero .; do
    refused 3 "not a regular file; expected an ELF executable" iss $file
    refused 3 "not a regular file; expected an ELF executable" cosim $file
  done
  refused 3 "cannot read 'fifo.c': it is no regular file" run fifo.c
}

@test "coverage, lists of runs" {
  refused 3 "cannot read 'fifo': it is no regular file" coverage fifo
  refused 3 "cannot read 'fifo': it is no regular file" coverage --rtl fifo
  refused 3 "cannot read 'fifo': it is no regular file" fuzz --steer fifo --count 1
  refused 3 "fifo: error: it is no regular file" regress fifo
  refused 4 "cannot read 'fifo': it is no regular file" sweep -c tiny -p fifo --seeds 0
}
