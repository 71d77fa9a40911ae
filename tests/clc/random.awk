# random.awk - a random kernel of plain C, of -v seed=N, for host.h; with -v opencl=1 of OpenCL C, for cl_host.h
# SPDX-License-Identifier: Apache-2.0
function random(n) { # 0 .. n - 1
  state = state * 16807 % 2147483647
  return int(state / 7) % n
}

function variable() { return substr("abcd", random(4) + 1, 1) }

function condition(depth,    k) {
  k = random(depth > 0 ? 9 : 6)
  if (k < 2) return "(" expression(depth - 1) " & " (1 + random(7)) ")"
  if (k < 4) return "(" expression(depth - 1) " < " expression(depth - 1) ")"
  if (k == 4) return "((int)" variable() " > (int)" expression(depth - 1) ")"
  if (k == 5) return "(tid % " (2 + random(4)) " == " random(3) ")"
  if (k == 6) return "(" condition(depth - 1) " && " condition(depth - 1) ")"
  if (k == 7) return "(" condition(depth - 1) " || " condition(depth - 1) ")"
  return "!" condition(depth - 1)
}

function expression(depth,    k) {
  if (depth <= 0) {
    k = random(8)
    return k < 4 ? variable() : k == 4 ? "tid" : k == 5 ? "wid" : random(3) ? random(20) "u" : random(99999999) "u"
  }
  k = random(16)
  if (k < 8)
    return "(" expression(depth - 1) " " substr("+-*^&|+-", k + 1, 1) " " expression(depth - 1) ")"
  if (k == 8) return "(" expression(depth - 1) " >> (" expression(depth - 1) " & 31))"
  if (k == 9) return "(" expression(depth - 1) " << (" expression(depth - 1) " & 31))"
  if (k == 10) return "(" condition(depth - 1) " ? " expression(depth - 1) " : " expression(depth - 1) ")"
  if (k == 11) return "(" expression(depth - 1) " % (" expression(depth - 1) " | 1))"
  if (k == 12) return "in[" expression(depth - 1) " & 63]"
  if (k == 13) return "own[" expression(depth - 1) " & 7]"
  if (k == 14)
    return "(uint32_t)(((uint64_t)" expression(depth - 1) " * " variable() ") >> (" variable() " & 63))"
  return functions ? "f" random(functions) "(" expression(depth - 1) ", " variable() ", tid, wid)" : variable()
}

function line(text) { printf "%*s%s\n", level * 2, "", text }

# At most BUDGET statements; IN_LOOP, IN_SWITCH: what break and continue may leave.
function statements(n, depth, loop) {
  level++
  while (n-- > 0 && budget-- > 0)
    statement(depth, loop)
  level--
}

function statement(depth, loop,    k, name, i, n) {
  k = random(depth > 0 ? 16 : 6)
  if (k < 4)
    line(variable() " " substr("+^-", random(3) + 1, 1) "= " expression(2) ";")
  else if (k == 4)
    line("own[" expression(1) " & 7] = " expression(2) ";")
  else if (k == 5) {
    k = random(8)
    if (k < 3 && loop) line("if (" condition(1) ") break;")
    else if (k < 6 && loop) line("if (" condition(1) ") continue;")
    else if (k == 6) line("if (" condition(1) ") return " variable() ";")
    else line(variable() " = " expression(3) ";")
  } else if (k < 10) {
    line("if (" condition(2) ") {")
    statements(1 + random(3), depth - 1, loop)
    if (random(2)) {
      line("} else {")
      statements(1 + random(3), depth - 1, loop)
    }
    line("}")
  } else if (k < 14) {
    name = "n" loops++
    n = random(3)
    if (n == 0)
      line("for (uint32_t " name " = 0; " name " < (" expression(1) " & 7); " name "++) {")
    else if (n == 1) {
      line("for (uint32_t " name " = 9; " condition(1) " && --" name "; ) {")
    } else {
      line("uint32_t " name " = 0;")
      line("do {")
    }
    statements(1 + random(4), depth - 1, 1)
    line(n == 2 ? "} while (++" name " < 6 && " condition(1) ");" : "}")
  } else {
    line("switch (" expression(2) " % 6) {")
    for (i = 0; i < 5; i++) {
      if (random(4) == 0) continue
      line("case " i ":")
      statements(1 + random(2), depth - 1, 0)
      if (random(3)) line("  break;")
    }
    if (random(2)) {
      line("default:")
      statements(1, depth - 1, 0)
      line("  break;")
    }
    line("}")
  }
}

# OpenCL C has no variables in global memory, but tables.
function begin_opencl(    i) {
  print "#ifndef CL_HOST"
  print "#define uint32_t uint"
  print "#define uint64_t ulong"
  print "#endif"
  print "__constant uint in[64] = {"
  for (i = 0; i < 64; i++)
    print "  " random(2147483647) "u,"
  print "};"
  print ""
}

function define(name, inline) {
  budget = 24
  print "static " (inline ? "" : "__attribute__((noinline)) ") "uint32_t " name \
    "(uint32_t a, uint32_t b, uint32_t tid, uint32_t wid)"
  print "{"
  print "  uint32_t c = tid * 5 + wid, d = 3, own[8] = { a, b, tid, wid, 1, 2, 3, 4 };"
  print ""
  statements(3 + random(5), 3, 0)
  print "  return a + b * 3 + c * 5 + d * 7 + own[a & 7];"
  print "}"
  print ""
}

BEGIN {
  state = seed * 7919 % 2147483647 + 1
  for (i = 0; i < 10; i++) random(2)
  print "/* random.awk, seed " seed " */"
  if (opencl)
    begin_opencl()
  else {
    print "#include \"host.h\""
    print ""
    print "static uint32_t in[64];"
    print ""
  }
  define("f0", random(2))
  functions = 1
  define("f1", random(2))
  functions = 2
  define("whole", 1)
  if (opencl) {
    print "__kernel void k(__global const uint *words, __global uint *out, uint n)"
    print "{"
    print "  uint i = get_global_id(0);"
    print ""
    print "  out[i] = whole(i % 8, i / 8, i % 8, i / 8) ^ words[i & 63];"
    print "}"
    exit
  }
  print "static void kernel(uint32_t tid, uint32_t wid)"
  print "{"
  print "  out[wid * THREADS + tid] = whole(tid, wid, tid, wid) ^ in[tid];"
  print "}"
  print ""
  print "int main(void)"
  print "{"
  print "  for (uint32_t i = 0; i < 64; i++)"
  print "    in[i] = i * 2654435761u;"
  print "  vx_spawnWarps(WARPS, THREADS, kernel, NULL);"
  print "  print_out();"
  print "  return 0;"
  print "}"
}
