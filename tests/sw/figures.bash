# figures.bash - what of a shown output is the same on every machine
# SPDX-License-Identifier: Apache-2.0
#
# All digits are, but for rates and times; with another compiler than the one of Debian 12 none
# of them.
steady() {
  case $("$RISCV_CC" -dumpversion) in
    12.2.*) sed 's/[0-9][0-9.]* \(s\|kcycles\/s\|M instructions\/s\)\>/N \1/g' ;;
    *) sed 's/[0-9][0-9a-fx.]*/N/g' ;;
  esac
}
