# barriers.awk - a random OpenCL kernel with barriers, of -v seed=N -v group=ITEMS -v atomics=0|1, for cl_host.h
# SPDX-License-Identifier: Apache-2.0
#
# The items of a group write to their own word of local memory in one phase and read those of others in the next, a
# barrier between them; counters are added to by atomics. Loops around phases are the same for all items of a group. In
# C a phase is a loop over the items.
function random(n) { # 0 .. n - 1
  state = state * 16807 % 2147483647
  return int(state / 7) % n
}

function variable() { return substr("abc", random(3) + 1, 1) }

function atom(reads,    k) {
  k = random(reads ? 15 : 9)
  if (k < 3) return variable()
  if (k < 7) return substr("ltug", k - 2, 1)
  if (k == 7) return random(40) "u"
  if (k == 8) return "in[" variable() " & 63]"
  if (k < 12) return "s[" (random(2) ? variable() : "(l + 1)") " % n]"
  return "h[" variable() " & 15]"
}

function condition(reads) {
  return "(" atom(reads) " & " (2 ^ (random(3) + 2) - 1) ") " substr("< > ==!=", 2 * random(4) + 1, 2) " " random(8)
}

function expression(reads, depth) {
  if (depth > 1 || random(10) < 3) return atom(reads)
  if (random(7) == 0)
    return "(" condition(reads) " ? " expression(reads, depth + 1) " : " expression(reads, depth + 1) ")"
  return "(" expression(reads, depth + 1) " " substr("+-*^&|", random(6) + 1, 1) " " expression(reads, depth + 1) ")"
}

function line(text) { printf "%*s%s\n", level * 2, "", text }

function statement(reads, depth,    k, name) {
  k = random(20)
  if (depth > 2 || k < 8) {
    if (!reads && random(5) < 3)
      line("s[l] " (random(2) ? "+" : "") "= " expression(0, 0) ";")
    else if (!reads && atomics && random(2))
      line("ADD(&h[" atom(0) " & 15], " expression(0, 0) ");")
    else
      line(variable() " " substr("+^ ", random(3) + 1, 1) "= " expression(reads, 0) ";")
  } else if (k < 15) {
    line("if (" condition(reads) ") {")
    block(reads, depth, 1 + random(2))
    if (random(2)) {
      line("} else {")
      block(reads, depth, 1)
    }
    line("}")
  } else {
    name = "i" ++loops
    line("for (uint " name " = 0; " name " < (" atom(0) " & 3); " name "++) {")
    block(reads, depth, 1)
    if (random(3) == 0) line("  if (" condition(reads) ") break;")
    line("}")
  }
}

function block(reads, depth, n) {
  level++
  while (n-- > 0)
    statement(reads, depth + 1)
  level--
}

function phase(reads) {
  line("PHASE {")
  block(reads, -1, 1 + random(3))
  line("}")
  line("BARRIER;")
}

function phases(depth,    n, name, k) {
  for (n = 1 + random(2); n > 0; n--)
    if (depth < 2 && random(2)) {
      name = "j" ++loops
      k = random(4)
      line("for (uint " name " = 0; " name " < " (k ? "(" substr("ugn", k, 1) " & 3)" : "2") "; " name "++) {")
      level++
      phases(depth + 1)
      level--
      line("}")
    } else {
      phase(0)
      phase(1)
    }
}

BEGIN {
  state = seed * 7919 % 2147483647 + 1
  for (i = 0; i < 10; i++) random(2)
  print "/* barriers.awk, seed " seed ", group " group " */"
  print "#ifdef CL_HOST"
  print "#define PHASE for (uint l = 0; l < n; l++)"
  print "#define BARRIER"
  print "#define ADD(to, x) (*(to) += (x))"
  print "static void k(const uint *in, uint *out, uint all)"
  print "{"
  print "  for (uint g = 0; host_item == 0 && g < all / " group "; g++) {"
  print "  uint n = " group ", u = in[63], s[" group "], h[16], A[" group "], B[" group "], C[" group "];"
  print "#define t (g * n + l)"
  print "  PHASE A[l] = in[t & 63], B[l] = t, C[l] = l;"
  print "#define a A[l]"
  print "#define b B[l]"
  print "#define c C[l]"
  print "#else"
  print "#define PHASE"
  print "#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)"
  print "#define ADD atomic_add"
  print "__kernel void k(__global const uint *in, __global uint *out, uint all, __local uint *s)"
  print "{"
  print "  __local uint h[16];"
  print "  uint l = get_local_id(0), g = get_group_id(0), t = get_global_id(0), n = get_local_size(0);"
  print "  uint a = in[t & 63], b = t, c = l, u = in[63];"
  print "  {"
  print "#endif"
  level = 1
  line("PHASE {")
  line("  s[l] = in[t & 63];")
  line("  for (uint k = l; k < 16; k += n) h[k] = k;")
  line("}")
  line("BARRIER;")
  phases(0)
  phases(0)
  line("PHASE {")
  line("  out[t * 4] = a; out[t * 4 + 1] = b ^ s[l]; out[t * 4 + 2] = c; out[t * 4 + 3] = h[l & 15];")
  line("}")
  print "  }"
  print "}"
}
