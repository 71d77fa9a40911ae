# shape.awk - the shape of emitted modules as macros, for the harnesses
# SPDX-License-Identifier: Apache-2.0
#
# awk -f shape.awk DIR/rtl/*.v: M_P for a parameter or constant P of module M with a plain number,
# M_has_S for a port S. So a harness follows the configuration by itself.

function value(text) {
  sub(/^[^=]*= */, "", text)
  sub(/ *\/\/.*/, "", text)
  sub(/[,;) ]*$/, "", text)
  return text
}

/^module / { module = $2; sub(/^[a-z0-9]*_/, "", module) }

/^ *(parameter|localparam) / {
  name = $0
  sub(/ *=.*/, "", name)
  sub(/.* /, "", name)
  number = value($0)
  if (number ~ /^[0-9]+('s?[bdh][0-9a-fA-F_]+)?$/)
    print "`define " module "_" name " " number
}

/^ *(input|output) / {
  name = $0
  sub(/ *\/\/.*/, "", name)
  sub(/,? *$/, "", name)
  sub(/.* /, "", name)
  print "`define " module "_has_" name
}
