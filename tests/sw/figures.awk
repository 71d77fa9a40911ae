# figures.awk - tables and outputs on a page that hold figures and do not say whence
# SPDX-License-Identifier: Apache-2.0
#
# Figures are in a table with a column to the right or with several numbers in a row, in a text
# block, or in a sentence with a unit that is measured. Before them, in the same section (##),
# stands "<!-- figures: COMMAND; of DATE, COMMIT -->", or "<!-- run" before the commands whose
# output a test compares. Prints the others, and the commands of the markers as "command COMMAND".
# What has "; cheap -->" is run: cheap-N.sh, cheap-N.out.
/^## / { marked = run = 0 }
/^<!-- run/ { run = 1; next }
/^<!-- figures: .*; cheap -->$/ {
  command = $0
  gsub(/^<!-- figures: |; cheap -->$/, "", command)
  print command > ("cheap-" ++cheap ".sh")
  print "command " command
  run = keep = 1
  next
}
/^<!-- figures: / {
  if ($0 !~ /^<!-- figures: [^;]+; of 20[0-9][0-9]-[01][0-9]-[0-3][0-9], [0-9a-f]+ -->$/)
    print FILENAME ":" FNR ": not '<!-- figures: COMMAND; of DATE, COMMIT -->'"
  command = $0
  sub(/^<!-- figures: /, "", command)
  sub(/; of .*/, "", command)
  print "command " command
  marked = 1
  next
}
/^```/ && open {
  if (shows) run = keep = 0
  open = shows = 0
  next
}
/^```/ { open = 1; shows = /^```text/; next }
shows && keep { print > ("cheap-" cheap ".out") }
shows && /[0-9][0-9]/ && !marked && !run { without(); run = 1 }
!open && /^[^|]/ && !marked && measured($0) { without(); marked = 1 }
!open && /^\|/ && !marked && (/^\|[-:|]*-:\|/ || numbers() > 1) { without(); marked = 1 }

function measured(line) {
  gsub(/`[^`]*`/, "", line)
  return line ~ /[0-9] (MHz|LUTs?|kcycles|logic cells|seconds|minutes|CPU-s|%)([^a-zA-Z]|$)/
}

function without() { print FILENAME ":" FNR ": figures without their command" }

function numbers(  cell, n, i, count) {
  n = split($0, cell, "|")
  for (i = 1; i <= n; i++)
    count += cell[i] ~ /^ *[0-9][0-9.,]*( %)? *$/
  return count
}
