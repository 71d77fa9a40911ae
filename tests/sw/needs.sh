# needs.sh - the needs in programs.list, judged on the configuration in $tmp/config
# SPDX-License-Identifier: Apache-2.0

# The value of TABLE.KEY in the effective configuration.
config() {
  awk -v table="[${1%%.*}]" -v key="${1#*.}" '
    /^\[/ { here = $1 == table }
    here && $1 == key { sub(/^[^=]*= */, ""); gsub(/"/, ""); print; exit }
  ' "$tmp/config"
}

# Why the needs $1 do not hold; nothing if they do.
missing() {
  local need key have
  local IFS=,
  for need in $1; do
    key=${need%%['!>=']*}
    case $need in
      - | divergent) continue ;;
      *'!='*)
        have=$(config "$key")
        [ "$have" != "${need#*!=}" ] || echo "needs $need" ;;
      *'>='*)
        have=$(config "$key")
        [ $((have)) -ge $((${need#*>=})) ] || echo "needs $need, has $have" ;;
      *=true | *=false)
        have=$(config "$key")
        [ "$have" = "${need#*=}" ] || echo "needs $need" ;;
      *=*)
        have=$(config "$key")
        [ $((have)) -eq $((${need#*=})) ] || echo "needs $need, has $have" ;;
      *) echo "unknown need '$need' in programs.list" ;;
    esac
  done
}
