; lower.ll - what the back end would make branches of, for clc.c
; SPDX-License-Identifier: Apache-2.0
define float @chosen(i1 %c, float %x, float %y) {
  %r = select i1 %c, float %x, float %y
  ret float %r
}

define i64 @chosen_wide(i64 %x, i64 %y, i64 %by) {
  %c = icmp slt i64 %x, %y
  %s = shl i64 %x, %by
  %r = select i1 %c, i64 %s, i64 %y
  ret i64 %r
}

define i8 @least(i8 %x, i8 %y) {
  %r = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  ret i8 %r
}

define i32 @zeros(i64 %x) {
  %n = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  %r = trunc i64 %n to i32
  ret i32 %r
}

define i32 @exchange(ptr %p, i32 %old, i32 %new) {
  %pair = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic
  %r = extractvalue { i32, i1 } %pair, 0
  ret i32 %r
}

declare i8 @llvm.umin.i8(i8, i8)
declare i64 @llvm.ctlz.i64(i64, i1)
