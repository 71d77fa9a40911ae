# bad.bats - every bad example is refused with exactly its messages
# SPDX-License-Identifier: Apache-2.0
#
# bad/NAME.toml is refused with the text of bad/NAME.err. There is one for every
# row of `warpwright print checks` and for every kind of bad syntax.

setup() {
  cd "$WW_SRCDIR/tests/gen/bad"
  work=$(mktemp -d "$WW_BUILDDIR/bad-XXXXXX")
}

teardown() {
  rm -rf "$work"
}

@test "every bad example gives its messages and status 3" {
  for f in *.toml; do
    status=0
    "$WW" check $f > "$work/out" 2> "$work/err" || status=$?
    echo "$f: status $status"
    [ $status -eq 3 ]
    [ ! -s "$work/out" ]
    diff ${f%.toml}.err "$work/err"
  done
}

@test "one mistake is one error" {
  while read -r config override check; do
    run "$WW" check -c "$config" -s "$override"
    echo "$config $override: $output"
    [ "$status" -eq 3 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *"[$check]" ]]
  done <<'END'
fast core.lanes=32 lanes-divide-threads
cached l2.size=64 l2-below
kepler l2.size=1 l2-below
tiny mem.ram_base=64 ram-aligned
tiny mem.ram_base=0xfefff000 ram-aligned
lean mem.bus_width=1024 icache-shape
duo mem.bus_width=1024 icache-shape
duo dcache.write=back cores-share
octa dcache.write=back cores-share
wide icache.size=64 icache-shape
wide dcache.size=64 dcache-shape
END
}

@test "gen and print refuse what check refuses" {
  for f in *.toml; do
    run "$WW" gen $f -o "$work/out"
    [ "$status" -eq 3 ]
    [ "$output" = "$(cat ${f%.toml}.err)" ]
    [ ! -e "$work/out" ]
    run "$WW" print config $f
    [ "$status" -eq 3 ]
  done
}

@test "a file that is too long" {
  cd "$work"
  head -c 70000 /dev/zero | tr '\0' '\n' > big.toml
  run "$WW" check big.toml
  [ "$status" -eq 3 ]
  [ "$output" = "big.toml: error: a configuration has at most 65536 bytes [toml-size]" ]
  run "$WW" check /dev/zero/x.toml
  [ "$status" -eq 3 ]
  ln -s /dev/zero endless.toml
  run "$WW" check endless.toml
  [ "$status" -eq 3 ]
  [ "$output" = "endless.toml: error: cannot read the configuration: it is no regular file" ]
}

@test "every check has an example named after it" {
  for check in $("$WW" print checks | cut -d' ' -f1); do
    [ $check = toml-size ] && continue      # made by the test above
    echo "$check"
    grep -qF "[$check]" $check.err
  done
}

@test "every check that is reported is listed" {
  "$WW" print checks | cut -d' ' -f1 | sort > "$work/listed"
  sed -n 's/.*\[\([a-z0-9-]*\)\]$/\1/p' *.err | sort -u > "$work/reported"
  echo toml-size | sort - "$work/reported" > "$work/all"
  diff "$work/listed" "$work/all"
}
