# barriers.awk - a random OpenCL kernel with barriers, of -v seed=N -v group=ITEMS -v atomics=0|1, for cl_host.h
# SPDX-License-Identifier: Apache-2.0
#
# The items of a group write to their own word of local memory in one phase and read those of others in the next, a
# barrier between them; counters change by atomics, those of a kernel by one of them in local memory and by one in
# global memory. Loops and branches around phases are the same for all items of a group. In C a phase is a loop over the
# items. An item writes five words, of which the last is a counter.
#
# -v name=K: the kernel's name, so that a file can have several. -v drop=" 3 7 ": without the statements of these
# numbers, which shrinks a kernel that fails. The last line has the number of statements.
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

function line(text) { if (!hidden) printf "%*s%s\n", level * 2, "", text }

# A statement begins, with its number; what it prints is hidden if that is dropped.
function begin(    mine) {
  number++
  mine = !hidden && index(drop, " " number " ")
  hidden += mine
  return mine
}

function statement(reads, depth,    mine) {
  mine = begin()
  write(reads, depth)
  hidden -= mine
}

# A short loop over words of the input, up to a bound that a group shares or not.
function strided(reads,    i, k, from, to) {
  i = "q" ++loops
  from = random(3) ? "l" : "(" atom(0) " & 7)"
  to = random(4) ? "(" substr("un", random(2) + 1, 1) " * " 1 + random(9) " & 63)" : "(" atom(0) " & 63)"
  line("for (uint " i " = " from "; " i " < " to "; " i " += " (random(3) ? "n" : 1 + random(9)) ")")
  k = random(reads || !atomics ? 2 : 5)
  if (k == 0)
    line("  " variable() " += in[" i "];")
  else if (k == 1)
    line("  " variable() " ^= in[" i "] * " i " + in[" i " ^ " random(64) "];")
  else if (k == 2)
    line("  OUT_ATOM(&out[in[" i "] % all * 5 + 4], in[" i " ^ " random(64) "]);")
  else
    line("  ATOM(&h[in[" i " ^ " random(64) "] & 15], " (k == 3 ? i : "in[" i "] + " atom(0)) ");")
}

function write(reads, depth,    k, name) {
  k = random(24)
  if (k > 21) {
    strided(reads)
  } else if (k == 20) {
    line(variable() " = mix(" expression(reads, 1) ", " atom(reads) ", " (reads ? "h[l & 15]" : "l") ");")
  } else if (k == 21 && atomics) {
    line("OUT_ATOM(&out[" atom(reads) " % all * 5 + 4], " expression(reads, 0) ");")
  } else
  if (depth > 2 || k < 8) {
    if (!reads && random(5) < 3)
      line("s[l] " (random(2) ? "+" : "") "= " expression(0, 0) ";")
    else if (!reads && atomics && random(2))
      line("ATOM(&h[" atom(0) " & 15], " expression(0, 0) ");")
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

function phase(reads,    mine) {
  mine = begin()
  line("PHASE {")
  block(reads, -1, 1 + random(3))
  line("}")
  line("BARRIER;")
  hidden -= mine
}

function phases(depth,    n, mine) {
  for (n = 1 + random(2); n > 0; n--) {
    mine = begin()
    write_phases(depth)
    hidden -= mine
  }
}

function write_phases(depth,    name, k) {
  if (random(5) == 0 && depth < 3) {
    line("if ((" substr("ugnG", random(4) + 1, 1) " & " (1 + random(6)) ") " (random(2) ? "!=" : "==") " 0) {")
    level++
    phases(depth + 1)
    level--
    line("}")
  } else if (depth < 2 && random(2)) {
    name = "j" ++loops
    k = random(5)
    line("for (uint " name " = 0; " name " < " (k ? "(" substr("ugnG", k, 1) " & 3)" : "2") "; " name "++) {")
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
  if (name == "") name = "k"
  for (i = 0; i < 10; i++) random(2)
  print "/* barriers.awk, seed " seed ", group " group " */"
  op = substr("addxoror maxmin", 3 * random(5) + 1, 3)
  out_op = substr("addxoror maxmin", 3 * random(5) + 1, 3)
  sub(" ", "", op)
  sub(" ", "", out_op)
  print "#define mix " name "_mix"
  print "#ifdef CL_HOST"
  print "#define PHASE for (uint l = 0; l < n; l++)"
  print "#define BARRIER"
  print "#define G g"
  print "#define ATOM(to, x) ATOM_" op "(to, (uint)(x))"
  print "#define OUT_ATOM(to, x) ATOM_" out_op "(to, (uint)(x))"
  print "#define ATOM_add(to, x) (*(to) += (x))"
  print "#define ATOM_xor(to, x) (*(to) ^= (x))"
  print "#define ATOM_or(to, x) (*(to) |= (x))"
  print "#define ATOM_max(to, x) (*(to) = *(to) > (x) ? *(to) : (x))"
  print "#define ATOM_min(to, x) (*(to) = *(to) < (x) ? *(to) : (x))"
  print "static uint mix(uint a, uint b, uint c);"
  print "static void " name "(const uint *in, uint *out, uint all)"
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
  print "#define G ((t - l) / n) /* the same for a group, which the compiler does not see */"
  print "#define ATOM atomic_" op
  print "#define OUT_ATOM atomic_" out_op
  print "uint mix(uint a, uint b, uint c);"
  print "__kernel void " name "(__global const uint *in, __global uint *out, uint all, __local uint *s)"
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
  line("  out[t * 5] = a; out[t * 5 + 1] = b ^ s[l]; out[t * 5 + 2] = c; out[t * 5 + 3] = h[l & 15];")
  line("}")
  print "  }"
  print "}"
  print "#undef a"
  print "#undef b"
  print "#undef c"
  print "#undef t"
  print "#ifdef CL_HOST"
  print "static"
  print "#endif"
  print "uint mix(uint a, uint b, uint c)"
  print "{"
  print "  for (uint k = 0; k < (b & 7); k++)"
  print "    if (a % 3 == k % 3) a = a * 3 + c; else if (a & 1) a ^= b >> k; else if (c < k) return a - k;"
  print "  return a + c;"
  print "}"
  print "#undef mix"
  print "#undef ATOM"
  print "#undef OUT_ATOM"
  print "#undef PHASE"
  print "#undef BARRIER"
  print "#undef G"
  print "/* " number " statements */"
}
