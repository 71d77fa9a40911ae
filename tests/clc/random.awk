# random.awk - a random kernel of plain C, of -v seed=N, for host.h; with -v opencl=1 of OpenCL C, for cl_host.h
# SPDX-License-Identifier: Apache-2.0
#
# -v name=K: the kernel's name, so that a file can have several. -v drop=" 3 7 ": without the statements of these
# numbers, which shrinks a kernel that fails. The last line has the number of statements. -v floats=1: with floats.
function random(n) { # 0 .. n - 1
  state = state * 16807 % 2147483647
  return int(state / 7) % n
}

function variable() { return substr("abcd", random(4) + 1, 1) }

function condition(depth,    k) {
  k = random((depth > 0 ? 9 : 6) + 2 * opencl)
  if (k >= (depth > 0 ? 9 : 6))
    return floats && random(2) ? "(" real(depth - 1) " " substr("< > ==!=<=>=", 2 * random(6) + 1, 2) " " \
      real(depth - 1) ")" : "(" wide(depth - 1) " " substr("< > ==!=<=>=", 2 * random(6) + 1, 2) " " wide(depth - 1) ")"
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
  k = random(16 + 3 * opencl)
  if (k == 16) return "(uint)" wide(depth - 1)
  if (k == 17) return "(uint)(" wide(depth - 1) " >> 32)"
  if (k == 18) return floats ? "bits(" real(depth - 1) ")" : "(uint)(" wide(depth - 1) " >> " variable() " % 64)"
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

# Of 64 bits.
function wide(depth,    k) {
  if (depth <= 0) return random(3) ? substr("pq", random(2) + 1, 1) : "(ulong)" variable()
  k = random(15)
  if (k < 7) return "(" wide(depth - 1) " " substr("+-*^&|+", k + 1, 1) " " wide(depth - 1) ")"
  if (k == 7) return "(" wide(depth - 1) " >> (" expression(depth - 1) " & 63))"
  if (k == 8) return "(" wide(depth - 1) " << (" expression(depth - 1) " & 63))"
  if (k == 9) return "(" condition(depth - 1) " ? " wide(depth - 1) " : " wide(depth - 1) ")"
  if (k == 10) return "(ulong)((int64_t)" wide(depth - 1) " >> (" expression(depth - 1) " & 63))"
  if (k == 11) return "far[" expression(depth - 1) " & 3]"
  if (k == 12) return "(ulong)(int)" expression(depth - 1)
  if (k == 13) return "(" wide(depth - 1) " % (" wide(depth - 1) " | 1))"
  return "((ulong)" expression(depth - 1) " * " expression(depth - 1) ")"
}

# Floats. What is no number counts as one: its bits differ between machines.
function real(depth,    k) {
  if (depth <= 0 && random(4)) return substr("xy", random(2) + 1, 1)
  if (depth <= 0) return random(2) ? "(float)" variable() : random(1000) ".25f"
  k = random(14)
  if (k < 6) return "(" real(depth - 1) " " substr("+-*+-/", k + 1, 1) " " real(depth - 1) ")"
  if (k == 6) return "fma(" real(depth - 1) ", " real(depth - 1) ", " real(depth - 1) ")"
  if (k == 7) return "fabs(" real(depth - 1) ")"
  if (k == 8) return "sqrt(fabs(" real(depth - 1) "))"
  if (k == 9) return "(" condition(depth - 1) " ? " real(depth - 1) " : " real(depth - 1) ")"
  if (k == 10) return "fmin(" real(depth - 1) ", " real(depth - 1) ")"
  if (k == 11) return substr("floor ceil  trunc rint  ", 6 * random(4) + 1, 6) "(" real(depth - 1) ")"
  if (k == 12) return "(float)(int)" expression(depth - 1)
  return "(float)" wide(depth - 1)
}

function line(text) { if (!hidden) printf "%*s%s\n", level * 2, "", text }

# At most BUDGET statements; IN_LOOP, IN_SWITCH: what break and continue may leave.
function statements(n, depth, loop) {
  level++
  while (n-- > 0 && budget-- > 0)
    statement(depth, loop)
  level--
}

function statement(depth, loop,    k, name, i, n, mine) {
  number++
  mine = !hidden && index(drop, " " number " ")
  hidden += mine
  write(depth, loop)
  hidden -= mine
}

function write(depth, loop,    k, name, i, n) {
  k = random(depth > 0 ? 16 : 6)
  if (opencl && random(5) == 0)
    line(floats && random(2) ? substr("xy", random(2) + 1, 1) " = " real(2) ";" : random(4) ? \
      substr("pq", random(2) + 1, 1) " " substr("+^-", random(3) + 1, 1) "= " wide(2) ";" : \
      "far[" expression(1) " & 3] = " wide(2) ";")
  else
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
  print "#define int64_t long"
  print "#pragma OPENCL FP_CONTRACT OFF"
  print "#endif"
  print "#define f0 " name "_f0"
  print "#define f1 " name "_f1"
  print "#define whole " name "_whole"
  print "#define in " name "_in"
  print "#define bits(x) " name "_bits(x)"
  print "static uint bits(float x) { return isnan(x) ? 7 : as_uint(x); }"
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
  if (opencl)
    print "  ulong p = a * 77777777777ul + b, q = tid, far[4] = { a, b, 12345678912345ul, p };"
  if (floats)
    print "  float x = a, y = 1.5f;"
  print ""
  statements(3 + random(5), 3, 0)
  print "  return a + b * 3 + c * 5 + d * 7 + own[a & 7]" (opencl ? " + (uint)(p ^ q >> 32) + (uint)far[b & 3]" : "") \
    (floats ? " + bits(x) + 3 * bits(y)" : "") ";"
  print "}"
  print ""
}

BEGIN {
  state = seed * 7919 % 2147483647 + 1
  if (name == "") name = "k"
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
    print "__kernel void " name "(__global const uint *words, __global uint *out, uint n)"
    print "{"
    print "  uint i = get_global_id(0);"
    print ""
    print "  out[i] = whole(i % 8, i / 8, i % 8, i / 8) ^ words[i & 63];"
    print "}"
    print "#undef f0"
    print "#undef f1"
    print "#undef whole"
    print "#undef in"
    print "#undef bits"
    print "/* " number " statements */"
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
