# traps.awk - the program of a row of traps.list
# SPDX-License-Identifier: Apache-2.0
#
# awk -v name=NAME -f traps.awk traps.list > NAME.S; traps.list says what a row means.
function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

BEGIN { FS = "|" }
/^#/ || NF < 3 { next }
trim($1) == name {
  found = 1
  print "/* " name " - " trim($2) ": a row of traps.list */"
  text = trim($3)
  if (text ~ /^illegal /) {
    sub(/^illegal /, "", text)
    rest = text
    sub(/,.*/, "", text)
    print "#define FIRST " text
    print "#define ABSENT " (sub(/^[^,]*, */, "", rest) ? rest : text)
    print "#include \"illegal.inc\""
    exit
  }
  print "#include \"test.inc\""
  n = split(text, line, /; */)
  started = text ~ /(^|; )start(;|$)/
  ended = text ~ /no_trap/
  if (!started) print "\tstart"
  for (i = 1; i <= n; i++) {
    if (line[i] == "words") {
      if (!ended) print "\tno_trap"
      ended = 1
      print "\t.data\n\t.balign 8\ndata:\t.word 0x11223344, 0"
    } else {
      print "\t" line[i]
    }
  }
  if (!ended) print "\tno_trap"
}
END { if (!found) { print "traps.awk: no row " name > "/dev/stderr"; exit 1 } }
