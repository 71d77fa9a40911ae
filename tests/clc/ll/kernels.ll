; kernels.ll - threads execute the functions whose names begin with t
; SPDX-License-Identifier: Apache-2.0
@table = global [1 x ptr] [ptr @t.pointed]

define void @t.kernel(i32 %tid, i32 %wid) {
  call void @t.called()
  ret void
}
define void @t.with_ids(i32 %tid, i32 %wid) {
  ret void
}
define void @t.ids(ptr %tid, ptr %wid) {
  ret void
}
define void @t.ww(i32 %tid, i32 %wid, ptr %arg) {
  ret void
}
define void @t.called() {
  ret void
}
define void @t.pointed() {
  ret void
}
define void @h.helper() {
  ret void
}
define i32 @main() {
  call void @h.helper()
  %1 = call i32 @vx_spawn(i64 1, i64 4, ptr @t.kernel, ptr null, i32 0, ptr null)
  %2 = call i32 @vx_spawn(i64 1, i64 4, ptr @t.with_ids, ptr null, i32 0, ptr @t.ids)
  call void @ww_spawn(i32 1, i32 4, ptr @t.ww, ptr null)
  ret i32 0
}
declare i32 @vx_spawn(i64, i64, ptr, ptr, i32, ptr)
declare void @ww_spawn(i32, i32, ptr, ptr)
