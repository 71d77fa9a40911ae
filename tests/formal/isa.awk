# isa.awk - the tables of isa/ as macros: what a proof compares the decoder with
# SPDX-License-Identifier: Apache-2.0
#
# awk -f isa.awk isa/insns.def isa/events.def isa/csrs.def: isa_EXTENSION(word) holds for the
# words of the rows of one extension, isa_csr(address) for the addresses of CSRs.

# A row's mask: 1 where it has 0 or 1; its value: 1 where it has 1.
/^INSN\(/ {
  split($0, part, "\"")
  row = part[4]
  split(part[3], word, ",")
  extension = word[2]
  gsub(/ /, "", extension)
  mask = value = row
  gsub(/[01]/, "#", mask)
  gsub(/[a-zA-Z]/, "0", mask)
  gsub(/#/, "1", mask)
  gsub(/[a-zA-Z]/, "0", value)
  if (!(extension in words))
    order[++extensions] = extension
  words[extension] = words[extension] " | ((word) & 32'b" mask ") == 32'b" value
}

/^EVENT\(/ {
  number = $1
  gsub(/[^0-9]/, "", number)
  numbers[++events] = number
}

function csr(base, offset) {
  csrs = csrs " | (address) == 12'h" base " + 12'd" offset
}

# There with counters.selected alone, which no proof has.
/^\tCSR_RW\(/ { next }

# There with floating point alone.
/^CSR_RW\((FFLAGS|FRM|FCSR),/ {
  match($0, /0x[0-9A-F]+/)
  fcsrs = fcsrs " | (address) == 12'h" substr($0, RSTART + 2, RLENGTH - 2)
  next
}

/0x[0-9A-F]+ \+ number/ {
  match($0, /0x[0-9A-F]+/)
  for (i = 1; i <= events; i++)
    csr(substr($0, RSTART + 2, RLENGTH - 2), numbers[i])
  next
}

/^CSR(_RW)?\(/ {
  match($0, /0x[0-9A-F]+/)
  csr(substr($0, RSTART + 2, RLENGTH - 2), 0)
}

END {
  for (i = 1; i <= extensions; i++)
    print "`define isa_" order[i] "(word) (" substr(words[order[i]], 4) ")"
  print "`define isa_csr(address) (" substr(csrs, 4) ")"
  print "`define isa_fcsr(address) (" substr(fcsrs, 4) ")"
}
