# mutate.awk - put one mutant of a list into an emitted tree
# SPDX-License-Identifier: Apache-2.0
#
# awk -v rtl=DIR/rtl -v wanted=NUMBER -f mutate.awk mutants.list
# Replaces the expression in its module; stops with status 1 if it does not occur exactly once.

function finish(    path, line, text, at, rest, whole) {
  if (count != wanted)
    return
  path = rtl "/ww_" module ".v"
  while ((getline line < path) > 0)
    text = text line "\n"
  close(path)
  whole = before old after
  at = index(text, whole)
  rest = substr(text, at + length(whole))
  if (!at || index(rest, whole)) {
    print "mutate.awk: " (at ? "more than once" : "nowhere") " in " module ": " whole > "/dev/stderr"
    exit failed = 1
  }
  printf "%s", substr(text, 1, at - 1) before new after rest > path
  done = 1
}

/^@ / {
  finish()
  count++
  module = $4
  sub(/:$/, "", module)
  before = old = new = after = ""
}
/^< / { before = substr($0, 3) }
/^- / { old = substr($0, 3) }
/^[+] / { new = substr($0, 3) }
/^> / { after = substr($0, 3) }

END {
  if (failed)
    exit 1
  finish()
  exit !done
}
