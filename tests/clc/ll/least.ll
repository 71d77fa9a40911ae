; least.ll - what LLVM 19 cannot simplify: the least of two floats, one of which is the least of two operands of fma
; SPDX-License-Identifier: Apache-2.0
define float @least(float %a, float %b, float %c) {
  %m = call float @llvm.minnum.f32(float %a, float %b)
  %f = call float @llvm.fma.f32(float %a, float %b, float %c)
  %r = call float @llvm.minnum.f32(float %m, float %f)
  %s = call float @llvm.maxnum.f32(float %r, float %a)
  ret float %s
}

declare float @llvm.fma.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
