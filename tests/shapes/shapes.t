#!/bin/sh
# shapes.t - the rows of shapes.list are tests, and no other name is one
# SPDX-License-Identifier: Apache-2.0
set -u

here=$WW_SRCDIR/tests/shapes
number=0 failed=0

point() { # STATUS TEXT
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $number - $2"
  else
    failed=$((failed + 1))
    echo "not ok $number - $2"
  fi
}

names=$(sed -n 's/^\([a-z][-a-z0-9]*\): .*/\1/p' "$here/shapes.list")
[ "$(echo "$names" | wc -l)" -eq "$(grep -vc '^#\|^$' "$here/shapes.list")" ]
point $? "every row has a name, $(echo "$names" | wc -l) in all"
[ -z "$(echo "$names" | sort | uniq -d)" ]
point $? "no name stands twice"
for name in $names; do
  script=$(sed -n "s/^$name: \([^ ]*\).*/\1/p" "$here/shapes.list")
  [ -x "$WW_SRCDIR/$script" ]
  point $? "$name: $script"
  echo "$script" | "$WW_SRCDIR/tests/list" changed full | grep -qx "tests/shapes/$name.shape"
  point $? "$name runs after a change of its script"
done
out=$("$here/run" tests/shapes/nowhere.shape)
[ $? -eq 99 ] && [ "$out" = "Bail out! shapes.list has no row 'nowhere'" ]
point $? "a name without a row ends the test"
# A row that fails is a test that fails.
dir=$(mktemp -d) || exit 99
mkdir -p "$dir/tests/shapes"
cat > "$dir/tests/shapes/shapes.list" << 'END'
bad: fails --only *
END
printf '#!/bin/sh\nset -f\necho "not ok 1 - $*"\nexit 1\n' > "$dir/fails"
chmod +x "$dir/fails"
out=$(WW_SRCDIR=$dir "$here/run" bad.shape)
[ $? -eq 1 ] && [ "$out" = "not ok 1 - --only *" ]
point $? "what the runner says is what the test says"
rm -r "$dir"
echo "1..$number"
[ "$failed" -eq 0 ]
