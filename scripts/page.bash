# page.bash - tables on pages, each written by the script that measures it
# SPDX-License-Identifier: Apache-2.0
#
# Sourced. A table named NAME stands between the lines <!-- NAME --> and <!-- end of NAME --> of its page.
# The caller has die MESSAGE STATUS.

# Ends the script if PAGE has no place for the table; PAGE may be empty, for none.
check_page() { # NAME PAGE
  [ -n "$2" ] || return 0
  [ -f "$2" ] || die "--into '$2': no such file" 3
  grep -qx "<!-- $1 -->" "$2" && grep -qx "<!-- end of $1 -->" "$2" ||
    die "'$2' has no lines <!-- $1 --> and <!-- end of $1 -->" 3
}

# Puts what stdin has into PAGE, if that is not empty.
fill_page() { # NAME PAGE
  local page
  [ -n "$2" ] || return 0
  page=$(awk -v name="$1" '
    FILENAME == "-" { text = text $0 "\n"; next }
    $0 == "<!-- end of " name " -->" { skip = 0 }
    !skip
    $0 == "<!-- " name " -->" { sub(/\n*$/, "", text); printf "\n%s\n\n", text; skip = 1 }' - "$2") || return
  printf '%s\n' "$page" > "$2"
}
