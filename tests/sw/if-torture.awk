# if-torture.awk - a random program of nested __if and loops, checked against plain C
# SPDX-License-Identifier: Apache-2.0
# Usage: awk -v seed=N -f if-torture.awk > torture.c
#
# The same statements are written twice, as a kernel with __if and as a host-like
# function with if, while, do, for, break, continue and return. Among them are baits for a compiler that copies paths: a
# value that each side sets to its own constant and that is tested behind the
# join, by __if, and by an if that goes the same way in all threads.

function pick(n) { return int(rand() * n) }
function indent(d,   s) { while (d-- > 0) s = s "\t"; return s }
function emit(d, text) {
  simt = simt indent(d) text "\n"
  plain = plain indent(d) text "\n"
}
function open_if(d, c) {
  simt = simt indent(d) "__if(" c ") {\n"
  plain = plain indent(d) "if (" c ") {\n"
}
function middle(d) {
  simt = simt indent(d) "} __else {\n"
  plain = plain indent(d) "} else {\n"
}
function close_if(d) {
  simt = simt indent(d) "} __endif\n"
  plain = plain indent(d) "}\n"
}
function condition(   k) {
  k = pick(8)
  if (k == 0) return "(x & " 2 ^ pick(6) ") != 0"
  if (k == 1) return "x < y"
  if (k == 2) return "y % 3 == 1"
  if (k == 3) return "p == " 1 + pick(2)
  if (k == 4) return "(int32_t)(x - y) > " pick(50)
  if (k == 5) return "n > " pick(8)
  if (k == 6) return "(x ^ y) & " 1 + pick(9)
  return "a[x & 3] & 1"
}
function simple(d,   k) {
  k = pick(8)
  if (k == 0) emit(d, "x += y * " 1 + pick(9) ";")
  else if (k == 1) emit(d, "y ^= x >> " 1 + pick(7) ";")
  else if (k == 2) emit(d, "a[x & 3] += y;")
  else if (k == 3) emit(d, "x = a[y & 3] + " pick(99) ";")
  else if (k == 4) emit(d, "y = y * 5 + n;")
  else if (k == 5) emit(d, "p = " 1 + pick(2) ";")
  else if (k == 6) emit(d, "q = p + " pick(3) ";")
  else emit(d, "x -= q;")
}
function bait(d) {
  open_if(d, condition())
  emit(d + 1, "q = 1;")
  emit(d + 1, "p = 1;")
  middle(d)
  emit(d + 1, "q = n;")
  emit(d + 1, "p = 2;")
  simple(d + 1)
  close_if(d)
  emit(d, "if (q >= 1)")
  emit(d + 1, "x += q;")
  open_if(d, "p == 1")
  emit(d + 1, "y += 7;")
  close_if(d)
}
# A loop with at most 5 turns; half of the time its condition changes a variable.
function loop(d, depth,   k, form, c) {
  k = "k" d
  form = pick(4)
  c = "(" k " < " 2 + pick(4) ") & (" condition() ")"
  emit(d, "uint32_t " k " = x % 5;")
  if (form == 0) {
    open_as(d, "__while(" k "-- > 0) {", "while (" k "-- > 0) {")
    block(d + 1, depth - 1, 1)
    open_as(d, "} __endwhile", "}")
  } else if (form == 1) {
    emit(d, k " = 0;")
    open_as(d, "__while(" c ") {", "while (" c ") {")
    emit(d + 1, k "++;")
    block(d + 1, depth - 1, 1)
    open_as(d, "} __endwhile", "}")
  } else if (form == 2) {
    open_as(d, "__do {", "do {")
    block(d + 1, depth - 1, 1)
    open_as(d, "} __enddo(++" k " < 4)", "} while (++" k " < 4);")
  } else {
    open_as(d, "__for(uint32_t i" d " = y & 3, i" d " < " k ", i" d "++) {",
      "for (uint32_t i" d " = y & 3; i" d " < " k "; i" d "++) {")
    block(d + 1, depth - 1, 1)
    emit(d + 1, "x += i" d ";")
    open_as(d, "} __endfor", "}")
  }
}
function open_as(d, text, plainly) {
  simt = simt indent(d) text "\n"
  plain = plain indent(d) plainly "\n"
}
function leave(d,   c) {
  c = condition()
  if (pick(2))
    open_as(d, "__break_if(" c ");", "if (" c ") break;")
  else
    open_as(d, "__continue_if(" c ");", "if (" c ") continue;")
}
function call(d,   f) {
  if (functions > 0 && calls-- > 0) {
    f = pick(functions)
    open_as(d, "x ^= simt" f "(y, n);", "x ^= plain" f "(y, n);")
  }
}
# IN_LOOP: directly in the body of a loop that threads leave one by one.
function block(d, depth, in_loop,   i, k) {
  for (i = 1 + pick(3); i > 0; i--) {
    k = pick(13)
    if (in_loop && pick(3) == 0)
      leave(d)
    if (k < 4 || depth == 0)
      simple(d)
    else if (k < 5)
      bait(d)
    else if (k < 6 && loops > 0) {
      loops--
      emit(d, "for (uint32_t k" d " = 0; k" d " < n; k" d "++) {")
      block(d + 1, depth - 1)
      emit(d, "}")
    } else if (k < 8 && loops > 0) {
      loops--
      emit(d, "{")
      loop(d + 1, depth)
      emit(d, "}")
    } else if (k < 9)
      call(d)
    else {
      open_if(d, condition())
      block(d + 1, depth - 1)
      if (pick(3)) {
        middle(d)
        block(d + 1, depth - 1)
      }
      close_if(d)
    }
  }
}
# A function that threads leave early.
function early(number,   i, c) {
  simt = plain = ""
  open_as(1, "__body {", "do {")
  for (i = 0; i < 3; i++) {
    block(1, 3)
    c = condition()
    open_as(1, "__return_if(" c ");", "if (" c ") break;")
  }
  block(1, 2)
  open_as(1, "} __endbody", "} while (0);")
  whole("simt" number, simt)
  whole("plain" number, plain)
}
function whole(name, body) {
  print (pick(2) ? "__attribute__((noinline)) " : "") "static uint32_t " name \
    "(uint32_t x, uint32_t n)\n{"
  print "\tuint32_t y = x * 2654435761u, p = 1, q = 1;"
  print "\tuint32_t a[4] = { x, x + 3, y >> 5, 1 };\n"
  printf "%s", body
  print "\treturn x + y * 3 + p * 5 + q * 7 + a[0] + a[1] * 11 + a[2] * 13 + a[3];"
  print "}\n"
}
BEGIN {
  srand(seed)
  print "/* seed " seed " */"
  print "#include \"warpwright.h\"\n"
  print "enum { WARPS = 4, THREADS = 16 };"
  print "static uint32_t result[WARPS * THREADS];\n"
  for (functions = 0; functions < 2; functions++) {
    loops = calls = 1
    early(functions)
  }
  simt = plain = ""
  loops = 4
  calls = 3
  for (i = 0; i < 4; i++) {
    bait(1)
    block(1, 4)
  }
  whole("simt", simt)
  whole("plain", plain)
  print "static void kernel(uint32_t tid, uint32_t wid, void *arg)\n{"
  print "\tuint32_t i = wid * THREADS + tid;\n"
  print "\tresult[i] = simt(i * 7 + 1, *(uint32_t *)arg);\n}\n"
  print "int main(void)\n{"
  print "\tvolatile uint32_t n = 3;\n\tuint32_t copy = n, wrong = 0;\n"
  print "\tww_spawn(WARPS, THREADS, kernel, &copy);"
  print "\tfor (uint32_t i = 0; i < WARPS * THREADS; i++)"
  print "\t\twrong += result[i] != plain(i * 7 + 1, n);"
  print "\treturn (int)wrong;\n}"
}
