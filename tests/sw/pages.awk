# pages.awk - the commands of a page, and what each block of them is marked with
# SPDX-License-Identifier: Apache-2.0
#
# Commands are in blocks ```sh. Before a block stands one of
#   <!-- run -->           it is run, in the order of the page, and ends with status 0
#   <!-- run: N -->        with status N
#   <!-- run full -->      it takes long: run where WW_FULL is set
#   <!-- run in FILE -->   that test does it, and names the page; also before an output, of a program on the page
#   <!-- no run: WHY -->   it cannot be run here
# and "<!-- file: NAME -->" before a block that is a file. Every line of the ```text behind what is run must be in
# its output, but for "..."; not where "<!-- figures: ...; of DATE, COMMIT -->" stands before the commands.
# Writes NN.sh, NN.status, NN.out, NN.full and the files; prints "in FILE" and what is wrong.
function wrong(text) { print FILENAME ":" FNR ": " text }

/^<!-- figures: .*; of / && !open { dated = 1; next }
/^<!-- file: / && !open { name = $3; next }
/^<!-- run -->$/ || /^<!-- run: [0-9]+ -->$/ || /^<!-- run full -->$/ {
  mark = $0
  next
}
/^<!-- run in [^ ]+ -->$/ { print "in " $4; mark = "other"; next }
/^<!-- no run: .+ -->$/ { mark = "other"; next }
/^<!-- (no )?run/ { wrong("'" $0 "' is no mark of commands"); mark = "other"; next }
/^```/ && open { open = 0; if (to) close(to); to = ""; next }
/^```sh$/ {
  open = 1
  out = ""
  if (name) { to = name; name = ""; next }
  if (!mark) { wrong("commands without a mark"); next }
  if (mark == "other") { mark = ""; next }
  to = sprintf("%02d.sh", ++n)
  if (!dated) out = sprintf("%02d.out", n)
  print (match(mark, /[0-9]+/) ? substr(mark, RSTART, RLENGTH) : 0) > sprintf("%02d.status", n)
  if (mark ~ /full/) print mark > sprintf("%02d.full", n)
  mark = dated = ""
  next
}
/^```text$/ { if (mark == "other") mark = ""; open = 1; to = out; out = ""; next }
/^```/ { open = 1; to = name; name = ""; next }
to { print > to; next }
open { next }
/^## / { out = dated = ""; if (mark) wrong("a mark without commands"); mark = "" }
/^    ([A-Z]+=[^ ]+ )?(warpwright|ww-cc|make|build\/|scripts\/)/ { wrong("commands that are not in a block") }
END { if (mark) wrong("a mark without commands") }
