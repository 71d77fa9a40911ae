# trace.awk - a counterexample (VCD) as a table: a row per cycle, a column per signal
# SPDX-License-Identifier: Apache-2.0
#
# awk -f trace.awk FILE.vcd: the signals of the harness itself, in hex; those that never change
# stand above the table.

function hex(bits,    out, n, i, digit) {
  while (length(bits) % 4)
    bits = (bits ~ /^x/ ? "x" : "0") bits
  for (i = 1; i <= length(bits); i += 4) {
    n = substr(bits, i, 4)
    digit = n ~ /[xz]/ ? 17 : substr(n, 1, 1) * 8 + substr(n, 2, 1) * 4 + substr(n, 3, 1) * 2 + substr(n, 4) + 1
    out = out substr("0123456789abcdefx", digit, 1)
  }
  return out
}

function snap(    i) {
  if (!rows)
    rows = 0
  for (i = 1; i <= signals; i++)
    table[rows, i] = now[code[i]]
  times[rows++] = cycle
}

$1 == "$var" && $5 !~ /[.$\\]/ && $5 != "clk" {
  signals++
  code[signals] = $4
  name[signals] = $5
}
/^#/ {
  at = substr($1, 2)
  # An edge of the clock, then half a cycle: what settles before the next edge counts.
  if (at % 10 == 0 && at > 0)
    snap()
  if (at % 10 == 0)
    cycle = at / 10
}
/^b/ { now[$2] = hex(substr($1, 2)) }
END {
  for (i = 1; i <= signals; i++) {
    fixed = 1
    for (r = 1; r < rows; r++)
      fixed = fixed && table[r, i] == table[0, i]
    if (fixed)
      print name[i] " = " table[0, i]
    else {
      width[i] = length(name[i]) > length(table[0, i]) ? length(name[i]) : length(table[0, i])
      shown[++columns] = i
    }
  }
  line = "cycle"
  for (c = 1; c <= columns; c++)
    line = line sprintf(" %*s", width[shown[c]], name[shown[c]])
  print line
  for (r = 0; r < rows; r++) {
    line = sprintf("%5d", r)
    for (c = 1; c <= columns; c++)
      line = line sprintf(" %*s", width[shown[c]], table[r, shown[c]])
    print line
  }
}
