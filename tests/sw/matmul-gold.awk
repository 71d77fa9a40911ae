# matmul-gold.awk - the output of sw/kernels/matmul.c, computed without it
# SPDX-License-Identifier: Apache-2.0
# Usage: awk -f matmul-gold.awk > tests/gold/matmul.txt
function a(i, j) { return (i * 7 + j * 3) % 23 - 11 }
function b(i, j) { return (i * 5 + j * 11 + 4) % 19 - 9 }
BEGIN {
  for (i = 0; i < 32; i++) {
    line = ""
    for (j = 0; j < 32; j++) {
      sum = 0
      for (k = 0; k < 32; k++)
        sum += a(i, k) * b(k, j)
      line = line (j ? " " : "") sum
    }
    print line
  }
}
