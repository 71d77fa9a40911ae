# traps.awk - the program of a row of traps.list, or of an extension that is absent
# SPDX-License-Identifier: Apache-2.0
#
# awk -v name=NAME -f traps.awk traps.list insns.def > NAME.S; traps.list says what a row means. trap_no_EXTENSION
# has no row there: its words are the rows of that extension in insns.def, each of them illegal.
function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

# Many illegal words, each in a warp of its own.
function illegal(words,    rest) {
  rest = words
  sub(/,.*/, "", words)
  print "#define FIRST " words
  print "#define ABSENT " (sub(/^[^,]*, */, "", rest) ? rest : words)
  print "#include \"illegal.inc\""
}

# A word of an instruction, as expression: fields are 10, 5, 6, 7 or zero.
function word(row) {
  row = tolower(row) # F registers are capitals
  sub(/ddddd|eeeee/, "01010", row)
  sub(/sssss/, "00101", row)
  sub(/ttttt/, "00110", row)
  sub(/rrrrr/, "00111", row)
  sub(/hhhhh/, "00111", row)
  gsub(/[a-z]/, "0", row)
  return "0b" row
}

BEGIN {
  FS = "|"
  if (name ~ /^trap_no_/)
    absent = toupper(substr(name, 9))
}
/^INSN\(/ && absent {
  split($0, part, "\"")
  split(part[3], column, ", *")
  if (column[2] == absent)
    words = words (words ? ", " : "") word(part[4])
}
/^#/ || NF < 3 { next }
trim($1) == name {
  found = 1
  print "/* " name " - " trim($2) ": a row of traps.list */"
  text = trim($3)
  if (text ~ /^illegal /) {
    illegal(substr(text, 9))
    exit
  }
  if (text ~ /^with /) {
    split(text, part, " ")
    print "#define " part[3] " " part[4]
    print "#include \"" part[2] "\""
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
END {
  if (words) {
    print "/* " name " - without the extension each of its instructions is illegal, in a warp of its own */"
    illegal(words)
  } else if (!found) {
    print "traps.awk: no row " name > "/dev/stderr"
    exit 1
  }
}
