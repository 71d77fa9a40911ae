# break-placed.awk - a placed netlist with one wrong bit in one look-up table
# SPDX-License-Identifier: Apache-2.0
#
# awk -v port=NAME[BIT] -f break-placed.awk placed.v placed.v: from that output back, through registers,
# to the first table of the core with two inputs or more; its entry for inputs that are all 1 is inverted.
# Exit status 1 if there is none.

# The nets of an expression, into NET[1..]; how many.
function nets(expr, net,    n, seen) {
  n = 0
  gsub(/\/\*[^*]*\*\//, "", expr)
  while (match(expr, /(^|[^A-Za-z0-9_'])(n[0-9]+|io_[0-9_]+)/)) {
    one = substr(expr, RSTART, RLENGTH)
    sub(/^[^ni]*/, "", one)
    expr = substr(expr, RSTART + RLENGTH)
    if (!(one in seen)) { seen[one]; net[++n] = one }
  }
  return n
}

# The table behind NET, or "".
function table(net,    at, i, n, found) {
  delete at
  if (net in done) return ""
  done[net]
  if (net in data) return table(data[net])
  if (!(net in lut)) return ""
  n = nets(lut[net], at)
  if (n >= 2 && !frame) return net
  frame = 0
  for (i = 1; i <= n; i++) {
    found = at[i] in zero ? "" : table(at[i])
    if (found != "") return found
  }
  return ""
}

FNR == 1 { pass++ }
pass == 1 && $1 == "assign" && /\/\* LUT/ { expr = $0; sub(/^[^=]*= /, "", expr); sub(/;$/, "", expr); lut[$2] = expr }
pass == 1 && $1 == "assign" && / = 1'b0;$/ && !/LUT/ { zero[$2] }
pass == 1 && /^\/\* FF .* always/ {
  d = $0; sub(/.*: /, "", d); sub(/;$/, "", d)
  q = $0; sub(/ <=.*/, "", q); sub(/.* /, "", q)
  data[q] = d
}
pass == 1 && /^\/\* FF .* assign/ { d = $NF; sub(/;$/, "", d); data[$(NF - 2)] = d }
pass == 1 && $1 == "assign" && $2 == port { from = $4; sub(/;$/, "", from) }
pass == 2 && FNR == 1 { frame = 1; broken = from == "" ? "" : table(from) }
pass == 2 && broken != "" && $1 == "assign" && $2 == broken && /LUT/ {
  n = nets(lut[broken], at)
  all = at[1]
  for (i = 2; i <= n; i++) all = all " & " at[i]
  print "assign " broken " = (" lut[broken] ") ^ (" all ");"
  next
}
pass == 2
END { exit broken == "" }
