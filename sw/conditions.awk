# conditions.awk - finds comparisons of 64 bits, branches of the compiler, in the conditions of __if and its like
# SPDX-License-Identifier: Apache-2.0
#
# Reads what GCC dumps by -fdump-tree-optimized and -fdump-rtl-expand-details, in this order, or clang's LLVM text. In
# both it follows the operands of split, of votes and of the mask of ww_choose back to comparisons. What GCC makes of a
# statement stands below it in the second dump: a comparison by halves has several jumps, and one of them asks whether
# halves are equal. An operator of 32 bits has at most one.
# Prints FILE:LINE for each, once, and exits with 1 if there are any.

# The names in TEXT become what VALUE of the function comes from.
function add_edges(value, text,    n, i, words) {
  gsub(/\([0-9D]+\)/, " ", text)
  gsub(/[^A-Za-z0-9_.%]+/, " ", text)
  n = split(text, words, " ")
  for (i = 1; i <= n; i++)
    if (words[i] !~ /^[0-9]/)
      edges[where, value] = edges[where, value] " " words[i]
}

# An assignment of GCC: only what may be a condition is followed.
function assignment(text,    value, right) {
  value = text
  sub(/ = .*/, "", value)
  right = text
  sub(/^[^=]* = \{?v?\}? ?/, "", right)
  sub(/;.*/, "", right)
  if (right ~ /[\[\]*"]|->/ || right ~ /^[A-Za-z_.0-9]+ \(/)
    return value
  sub(/^\([a-z_A-Z0-9 ]+\) /, "", right)
  sub(/^IMAGPART_EXPR </, "", right) # whether a sum or a difference has left its type
  sub(/>$/, "", right)
  if (right ~ /^[-~]?[A-Za-z0-9_.()]+$/ || right ~ / [&|^] / || right ~ / [!=]= 0$/)
    add_edges(value, right)
  return value
}

function is_root(text) {
  return text ~ /split %|split \$|vote\.|asm[_a-z ]*\(?""|__asm__[_a-z ]*\(""/
}

function end_statement() {
  if (statement != "" && ordered && equal)
    branches[where, statement] = line
  statement = ""
}

FNR == 1 { where = ""; end_statement() }

# --- GCC ---------------------------------------------------------------

/^;; Function / {
  end_statement()
  where = FILENAME
  sub(/\.[0-9]+[tr]\.[a-z]+$/, "", where)
  where = where $4
  next
}
/^  # [^ ]+ = PHI </ {
  phi = $0
  sub(/^.*PHI </, "", phi)
  add_edges($2, phi)
  next
}
/ replace with --> / {
  sub(/^.* replace with --> /, "")
  assignment($0)
  next
}
/^;; __asm__/ {
  end_statement()
  statement = "asm" NR
  text = ""
  root = 1
}
/^;; / && !/^;; __asm__/ {
  end_statement()
  if ($0 ~ /^;; [A-Za-z_.0-9]+ = /) {
    sub(/^;; /, "")
    statement = assignment($0)
    ordered = equal = 0
  }
  next
}
root {
  text = text " " $0
  if (text !~ /;$/)
    next
  root = ordered = equal = 0
  if (!is_root(text)) {
    statement = ""
    next
  }
  rest = text
  sub(/^[^:]*"[^"]*" *:/, "", rest)
  gsub(/"[^"]*"/, " ", rest)
  add_edges(statement, rest)
  roots[where, statement]
  next
}
/^\(/ { jump = /^\(jump_insn .*\(set \(pc\)/ }
jump && /\(if_then_else \((gt|lt|ge|le)u? / { ordered = 1 }
jump && /\(if_then_else \((eq|ne) / { equal = 1 }
jump && match($0, /"[^"]+":[0-9]+/) {
  line = substr($0, RSTART, RLENGTH)
  gsub(/"/, "", line)
}

# --- LLVM --------------------------------------------------------------

/^define / { where = FILENAME " " FNR }
/^  %[^ ]+ = (zext|and|or|xor|phi|freeze|trunc|sub|select) / {
  right = $0
  sub(/^[^=]*= /, "", right)
  sub(/, !dbg.*/, "", right)
  add_edges($1, right)
}
/^  %[^ ]+ = icmp (samesign )?[us](lt|le|gt|ge) i(3[3-9]|[4-6][0-9]) / {
  branches[where, $1] = $NF
}
/ asm / && is_root($0) {
  statement = "asm" NR
  right = $0
  sub(/^.*"\(/, "", right)
  sub(/\).*/, "", right)
  add_edges(statement, right)
  roots[where, statement]
  statement = ""
}
/^![0-9]+ = .*!DILocation\(/ { location[FILENAME, $1] = $0 }
/^![0-9]+ = .*!DIFile\(/ { file[FILENAME, $1] = $0 }
/^![0-9]+ = .*!DI(Subprogram|LexicalBlock|LexicalBlockFile)\(/ { scope[FILENAME, $1] = $0 }

# --- the report --------------------------------------------------------

# FIELD of a line of metadata.
function field(text, name) {
  if (!match(text, name ": [^,)]+"))
    return ""
  text = substr(text, RSTART + length(name) + 2, RLENGTH - length(name) - 2)
  gsub(/"/, "", text)
  return text
}

# FILE:LINE of the innermost place in the program of the metadata ID of the LLVM text IN.
function place(in_, id,    text, up) {
  text = location[in_, id]
  while ((up = field(text, "inlinedAt")) != "")
    text = location[in_, up]
  return field(file[in_, field(scope[in_, field(text, "scope")], "file")], "filename") ":" field(text, "line")
}

function visit(key, value,    n, i, words) {
  if ((key, value) in seen)
    return
  seen[key, value]
  if ((key, value) in branches) {
    found = branches[key, value]
    if (found ~ /^!/)
      found = place(substr(key, 1, index(key, " ") - 1), found)
    if (!(found in said))
      print found
    said[found]
  }
  n = split(edges[key, value], words, " ")
  for (i = 1; i <= n; i++)
    visit(key, words[i])
}

END {
  end_statement()
  for (r in roots) {
    split(r, part, SUBSEP)
    visit(part[1], part[2])
  }
  for (any in said)
    exit 1
}
