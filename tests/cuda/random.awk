# random.awk - a random kernel of CUDA, of -v seed=N, for random.h
# SPDX-License-Identifier: Apache-2.0
#
# -v warp=1: with functions of the warp, for warps of 32 threads. -v drop=" 3 7 ": without the statements of these
# numbers, which shrinks a kernel that fails. The last line has the number of statements, and what main calls.
#
# HERE says who comes to a statement: all threads of the BLOCK, all threads of a WARP, or SOME.
function random(n) { # 0 .. n - 1
  state = state * 16807 % 2147483647
  return int(state / 7) % n
}

function one_of(words,    list) { return list[random(split(words, list, " ")) + 1] }

function word(depth,    k) {
  if (depth <= 0) return random(8) ? one_of("u v u v l b n (unsigned)i (unsigned)j (unsigned)p") : random(99999999) "u"
  k = random(24)
  if (k < 7) return "(" word(depth - 1) " " one_of("+ - * ^ & | +") " " word(depth - 1) ")"
  if (k == 7) return "(" word(depth - 1) " " one_of("<< >>") " (" word(depth - 1) " & 31))"
  if (k == 8) return "(" test(depth - 1) " ? " word(depth - 1) " : " word(depth - 1) ")"
  if (k == 9) return "(" word(depth - 1) " " one_of("/ %") " (" word(depth - 1) " | 1))"
  if (k == 10) return "in[" word(depth - 1) " & 63]"
  if (k == 11) return "own[" word(depth - 1) " & 7]"
  if (k == 12) return "table[" word(depth - 1) " & 15]"
  if (k == 13) return "(unsigned)" whole(depth - 1)
  if (k == 14) return "(unsigned)(" wide(depth - 1) " >> " one_of("0 7 32") ")"
  if (k == 15) return "bits(" real(depth - 1) ")"
  if (k == 16) return "(unsigned)" one_of("__popc __brev") "(" word(depth - 1) ")"
  if (k == 17) return "(unsigned)" one_of("__popcll __clzll __ffsll __brevll") "(" wide(depth - 1) ")"
  if (k == 18) return "(unsigned)" one_of("__umulhi __uhadd __rhadd __mulhi min max") \
    "((unsigned)" word(depth - 1) ", " word(depth - 1) ")"
  if (k == 19) return one_of("__byte_perm __funnelshift_l __funnelshift_r __usad") \
    "(" word(depth - 1) ", " word(depth - 1) ", " word(0) ")"
  if (k == 20) return "pair." one_of("x y")
  if (k == 21) return functions ? "f" random(functions) "(" word(depth - 1) ", " whole(0) ", " real(0) ")" : "u"
  if (k == 22) return "mix<" 1 + random(5) ">(" word(depth - 1) ", " word(0) ")"
  return "(unsigned)bits(" fine(depth - 1) ")"
}

# Of int.
function whole(depth,    k) {
  if (depth <= 0) return random(4) ? one_of("i j i j (int)u (int)l") : random(1000) - 500
  k = random(12)
  if (k < 5) return "(" whole(depth - 1) " " one_of("+ - * ^ &") " " whole(depth - 1) ")"
  if (k == 5) return "(" whole(depth - 1) " >> (" word(depth - 1) " & 31))"
  if (k == 6) return "(" whole(depth - 1) " " one_of("/ %") " " 2 + random(30) ")"
  if (k == 7) return one_of("min max") "(" whole(depth - 1) ", " whole(depth - 1) ")"
  if (k == 8) return "whole(" real(depth - 1) ")"
  if (k == 9) return "(int)" one_of("(schar) (short) (uchar)") word(depth - 1)
  if (k == 10) return one_of("__clz __ffs") "(" whole(depth - 1) ")"
  return random(3) ? "mix<" 1 + random(5) ">(" whole(depth - 1) ", " whole(0) ")" : "whole(" fine(depth - 1) ")"
}

# Of 64 bits, without a sign.
function wide(depth,    k) {
  if (depth <= 0) return random(4) ? one_of("p q p (ull)(unsigned)p (ull)(ll)i") : "(ull)" word(0)
  k = random(11)
  if (k < 5) return "(" wide(depth - 1) " " one_of("+ - * ^ | &") " " wide(depth - 1) ")"
  if (k == 5) return "(" wide(depth - 1) " " one_of("<< >>") " (" word(depth - 1) " & 63))"
  if (k == 6) return "(ull)((ll)" wide(depth - 1) " >> (" word(depth - 1) " & 63))"
  if (k == 7) return "(" wide(depth - 1) " " one_of("/ %") " (" wide(depth - 1) " | 1))"
  if (k == 8) return "far[" word(depth - 1) " & 3]"
  if (k == 9) return "__umul64hi(" wide(depth - 1) ", " wide(depth - 1) ")"
  return random(2) ? "(ull)bits(" fine(depth - 1) ")" : "mix<3>(" wide(depth - 1) ", " wide(0) ")"
}

function real(depth,    k) {
  if (depth <= 0) return random(4) ? one_of("x y x y (float)i") : random(1000) ".25f"
  k = random(11)
  if (k < 5) return "(" real(depth - 1) " " one_of("+ - * / -") " " real(depth - 1) ")"
  if (k == 5) return "fmaf(" real(depth - 1) ", " real(depth - 1) ", " real(depth - 1) ")"
  if (k == 6) return one_of("fabsf floorf ceilf truncf rintf") "(" real(depth - 1) ")"
  if (k == 7) return "sqrtf(fabsf(" real(depth - 1) "))"
  if (k == 8) return one_of("fminf fmaxf") "(" real(depth - 1) ", " real(depth - 1) ")"
  if (k == 9) return "(float)" one_of("(int) (ll) (ull)") word(depth - 1)
  return random(3) ? "(" test(depth - 1) " ? " real(depth - 1) " : " real(depth - 1) ")" : "(float)" fine(depth - 1)
}

# Of double.
function fine(depth,    k) {
  if (depth <= 0) return random(3) ? "d" : one_of("(double)x (double)u (double)i (double)p 0.1")
  k = random(7)
  if (k < 4) return "(" fine(depth - 1) " " one_of("+ - * /") " " fine(depth - 1) ")"
  if (k == 4) return "sqrt(fabs(" fine(depth - 1) "))"
  if (k == 5) return one_of("floor trunc ceil rint") "(" fine(depth - 1) ")"
  return "(double)" one_of("(ll) (ull)") wide(depth - 1)
}

function test(depth,    k, how) {
  how = " " one_of("< > == != <= >=") " "
  k = random(depth > 0 ? 11 : 5)
  if (k == 0) return "(" one_of("l u v") " & " 1 + random(7) ")"
  if (k == 1) return "(l % " 2 + random(5) " == " random(3) ")"
  if (k < 4) return "(" whole(depth - 1) how whole(depth - 1) ")"
  if (k == 4) return "(" word(depth - 1) how word(depth - 1) ")"
  if (k == 5) return "(" wide(depth - 1) how wide(depth - 1) ")"
  if (k == 6) return "(" real(depth - 1) how real(depth - 1) ")"
  if (k == 7) return "(" fine(0) how fine(0) ")"
  if (k == 8) return "!" test(depth - 1)
  return "(" test(depth - 1) " " one_of("&& ||") " " test(depth - 1) ")"
}

function line(text) { if (!hidden) printf "%*s%s\n", level * 2, "", text }

function statements(n, depth, here, loop) {
  level++
  while (n-- > 0 && budget-- > 0)
    statement(depth, here, loop)
  level--
}

function statement(depth, here, loop,    mine) {
  number++
  mine = !hidden && index(drop, " " number " ")
  hidden += mine
  write(depth, here, loop)
  hidden -= mine
}

function assign(    k) {
  k = random(14)
  if (k < 5) line(one_of("u v") " " one_of("+ ^ -") "= " word(2) ";")
  else if (k < 7) line(one_of("i j") " " one_of("+ ^ -") "= " whole(2) ";")
  else if (k == 7) line(one_of("p q") " " one_of("+ ^ -") "= " wide(2) ";")
  else if (k == 8) line(one_of("x y") " = " real(2) ";")
  else if (k == 9) line("d = " fine(1) ";")
  else if (k == 10) line("own[" word(1) " & 7] " one_of("+ ^ -") "= " word(2) ";")
  else if (k == 11) line("far[" word(1) " & 3] = " wide(2) ";")
  else if (k == 12) line("pair." one_of("x y") " = " word(2) ";")
  else line("pair.add(" word(1) ");")
}

function atomic(    k) {
  k = random(12)
  if (k < 3) line("atomicAdd(&all->bin[" word(1) " & 15], " word(1) ");")
  else if (k == 3) line("atomicAdd(&h[" word(1) " & 15], " word(1) ");")
  else if (k == 4) line("atomicMin(&all->least, " word(1) ");")
  else if (k == 5) line("atomicMax(&all->most, " word(1) ");")
  else if (k == 6) line("atomicInc(&all->ring, 1000u);")
  else if (k == 7) line("atomicAdd(&all->wide, " wide(1) ");")
  else if (k == 8) line("atomicMin(&all->wide_least, " wide(1) ");")
  else if (k == 9) line(random(2) ? "atomicMax(&all->wide_most, " wide(1) ");" : \
    "atomicXor(&all->wide_mix, " wide(1) ");")
  else if (k == 10) line("atomicAdd(&all->coarse, (float)(" word(1) " & 7));")
  else line("atomicAdd(&all->fine, (double)(" word(1) " & 255));")
}

# The threads of MASK meet.
function meeting(mask,    k, from) {
  k = random(9)
  from = random(2) ? word(0) " & 31" : random(32)
  if (k == 0) line("u ^= __ballot_sync(" mask ", " test(1) ");")
  else if (k == 1) line("if (" one_of("__any_sync __all_sync") "(" mask ", " test(1) ")) v += 3;")
  else if (k == 2) line("v += __reduce_add_sync(" mask ", " word(1) ");")
  else {
    k = one_of("u i p x d")
    line(k " " (k ~ /[xd]/ ? "=" : "+=") " " one_of("__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync") \
      "(" mask ", " (k == "u" ? word(1) : k == "i" ? whole(1) : k == "p" ? wide(1) : k == "x" ? real(1) : fine(1)) \
      ", " (random(2) ? from : random(32) ", " one_of("2 8 16 32")) ");")
  }
}

# Threads of a block write shared memory, and read it behind a barrier.
function phase(    k) {
  line(one_of("s[l] s[(l+1)%n] dyn[l] dyn[n-1-l]") " = " word(2) ";")
  k = random(6)
  if (k > 2) line("__syncthreads();")
  else line("v += (unsigned)" one_of("__syncthreads_count __syncthreads_or __syncthreads_and") "(" test(1) ");")
  k = one_of("s dyn (c?s:dyn)")
  if (k ~ /c/) line("{ bool c = " test(1) ";")
  line("u " one_of("+ ^") "= " k "[" word(1) " % n];")
  if (k ~ /c/) line("}")
  line("__syncthreads();")
}

# A condition that is the same for those who come HERE.
function shared_test(here) {
  return here == "WARP" ? "((l / 32 + " random(9) ") & " 1 + random(3) ")" : \
    one_of("(b&1) (b%3==1) (n>20) (in[b&63]&2) (gridDim.x>1)")
}

function branch(depth, here, loop,    k) {
  k = random(3)
  if (here == "SOME" || k == 0) {
    line("if (" test(2) ") {")
    statements(1 + random(3), depth - 1, "SOME", loop && here == "SOME")
    if (random(2)) {
      line("} else {")
      statements(1 + random(3), depth - 1, "SOME", loop && here == "SOME")
    }
  } else if (warp && k == 1) {
    line("bool c" ++names " = " test(2) ";")
    line("unsigned m" names " = __ballot_sync(~0u, c" names ");")
    line("if (c" names ") {")
    masks = "m" names
    level++
    assign()
    meeting(masks)
    assign()
    meeting(masks)
    level--
  } else {
    k = warp && random(2) ? "WARP" : here
    line("if (" shared_test(k) ") {")
    statements(1 + random(3), depth - 1, k, 0)
  }
  line("}")
}

function loops(depth, here,    name, n) {
  name = "k" ++names
  n = here == "SOME" || random(2) ? random(3) : 3
  if (n == 3) line("for (unsigned " name " = 0; " name " < " 1 + random(3) " + (b & 1); " name "++) {")
  else {
    here = "SOME"
    if (n == 0) line("for (unsigned " name " = 0; " name " < (" word(1) " & 7); " name "++) {")
    else if (n == 1) line("for (unsigned " name " = 9; " test(1) " && --" name "; ) {")
    else {
      line("unsigned " name " = 0;")
      line("do {")
    }
  }
  statements(1 + random(3), depth - 1, here, here == "SOME")
  line(n == 2 ? "} while (++" name " < 5 && " test(1) ");" : "}")
}

function write(depth, here, loop,    k, i) {
  k = random(depth > 0 ? 20 : 8)
  if (k < 5) assign()
  else if (k == 5) {
    if (loop) line("if (" test(1) ") " one_of("break continue") ";")
    else assign()
  } else if (k == 6) {
    if (inside) atomic()
    else if (random(3) == 0) line("if (" test(1) ") return " word(0) ";")
    else assign()
  } else if (k == 7) {
    if (here == "BLOCK" && inside) phase()
    else if (here != "SOME" && warp) meeting("~0u")
    else assign()
  } else if (k < 10 && here == "BLOCK" && inside) phase()
  else if (k < 12 && here != "SOME" && warp) meeting("~0u")
  else if (k < 16) branch(depth, here, loop)
  else if (k < 19) loops(depth, here)
  else {
    line("switch (" word(2) " % 5) {")
    for (i = 0; i < 4; i++) {
      line("case " i ": {")
      statements(1 + random(2), depth - 1, "SOME", 0)
      line(random(3) ? "} break;" : "}")
    }
    line("}")
  }
}

function locals() {
  print "  unsigned v = u * 77 + 5, own[8] = { u, l, b, 1, 2, 3, 4, 5 };"
  print "  ull p = u * 77777777777ull + l, q = p >> 3, far[4] = { p, q, 12345678912345ull, b };"
  print "  float y = 1.5f + (float)l;"
  print "  double d = x * 0.1;"
  print "  both pair = { u, v };"
}

function result() { return "v * 3 + (unsigned)(i ^ j) + own[u & 7] + pair.x + bits(x)" }

# Functions of the device see the thread through CUDA's variables alone.
function define(name, k) {
  print "static " (random(2) ? "__noinline__ " : "") "__device__ unsigned " name "(unsigned u, int i, float x)"
  print "{"
  print "  const unsigned *in = table;"
  print "  unsigned l = threadIdx.x, b = blockIdx.x, n = blockDim.x;"
  print "  int j = i * 5 - 1;"
  locals()
  budget = 10
  statements(2 + random(4), 2, "SOME", 0)
  print "  return u + " result() " + (unsigned)(p ^ q >> 32) + (unsigned)bits(d);"
  print "}"
}

BEGIN {
  state = seed * 7919 % 2147483647 + 1
  for (i = 0; i < 10; i++) random(2)
  name = "k" seed
  print "namespace " name "_ {"
  print "static __constant__ unsigned table[64] = {"
  for (i = 0; i < 64; i++)
    printf "%s%du,%s", i % 8 ? " " : "  ", random(2147483647), i % 8 == 7 ? "\n" : ""
  print "};"
  print "struct both {"
  print "  unsigned x, y;"
  print "  __device__ void add(unsigned k) { x += k, y ^= x; }"
  print "};"
  print "template<int N, class T> static __device__ T mix(T a, T b)"
  print "{"
  print "  for (int k = 0; k < N; k++)"
  print "    a = a * 3 + (b ^ (T)k);"
  print "  return a;"
  print "}"
  define("f0")
  functions = 1
  define("f1")
  functions = 2
  x = warp ? 32 * (1 + random(4)) : one_of("1 3 4 5 8 16 17 32 33 48 64 100")
  y = x < 20 && random(2) ? 1 + random(4) : 1
  z = x < 10 && random(3) == 0 ? 2 : 1
  n = x * y * z
  print "__global__ void " name "(const unsigned *in, unsigned *out, sums *all)"
  print "{"
  print "  __shared__ unsigned s[" n "], h[BINS];"
  print "  DYNAMIC(dyn);"
  print "  unsigned l = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);"
  print "  unsigned n = blockDim.x * blockDim.y * blockDim.z, b = blockIdx.x + gridDim.x * blockIdx.y;"
  print "  unsigned me = b * n + l, u = in[l & 63];"
  print "  int i = (int)in[l + 7 & 63] >> 3, j = -(int)l;"
  print "  float x = (float)(int)u / 3;"
  locals()
  print "  for (unsigned k = l; k < BINS; k += n)"
  print "    h[k] = 0;"
  print "  s[l] = me;"
  print "  dyn[l] = u;"
  print "  __syncthreads();"
  inside = 1
  budget = 30
  statements(5 + random(5), 3, "BLOCK", 0)
  if (warp && n <= 64 && random(2)) {
    print "  if (" test(1) ") return;"
    print "  s[l] = u;"
    print "  __syncthreads();"
    print "  atomicAdd(&all->bin[3], s[l]);"
  }
  print "  __syncthreads();"
  print "  out[OUT * me] = " result() ";"
  print "  out[OUT * me + 1] = u + h[l & 15];"
  print "  out[OUT * me + 2] = (unsigned)(p ^ p >> 32) + (unsigned)far[v & 3] + bits(y);"
  print "  out[OUT * me + 3] = (unsigned)(bits(d) ^ bits(d) >> 32) + (unsigned)q;"
  print "}"
  print "}"
  printf "/* %d statements RUN(%s, dim3(%d, %d), dim3(%d, %d, %d), %d) */\n", number, name, 1 + random(4), \
    1 + random(2), x, y, z, 4 * n
}
