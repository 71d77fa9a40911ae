; uniform.ll - names of values that begin with u are uniform, with d divergent
; SPDX-License-Identifier: Apache-2.0
define i32 @values(i32 %d.tid, i32 "ww-uniform" %u.wid, ptr "ww-uniform" %u.p) {
  %u.sum = add i32 %u.wid, 3
  %d.sum = add i32 %u.sum, %d.tid
  %u.word = load i32, ptr %u.p
  %d.far = getelementptr i32, ptr %u.p, i32 %d.sum
  %d.word = load i32, ptr %d.far
  %d.volatile = load volatile i32, ptr %u.p
  %d.old = atomicrmw add ptr %u.p, i32 1 monotonic
  %d.stack = alloca i32
  %u.warps = call i32 asm sideeffect "csrr $0, $1", "=r,i"(i32 4033)
  %d.lane = call i32 asm sideeffect "csrr $0, $1", "=r,i"(i32 3264)
  %d.hart = call i32 asm sideeffect "csrr $0, $1", "=r,i"(i32 3860)
  %u.hidden = call i32 asm sideeffect "", "=r,0"(i32 %u.word)
  %d.hidden = call i32 asm sideeffect "", "=r,0"(i32 %d.word)
  %u.said = call i32 asm "# ww_same", "=r,0"(i32 %d.word)
  %u.vote = call i32 asm sideeffect "vote.any $0, $1", "=r,r"(i32 %d.tid)
  %u.mask = call i32 asm sideeffect "csrr $0, 0xcc4", "=r"()
  %d.other = call i32 asm sideeffect "shfl.idx $0, $1, $2", "=r,r,r"(i32 %u.wid, i32 %d.tid)
  %d.quiet = call i32 asm "csrr $0, $1", "=r,i"(i32 3264)
  %u.quiet = call i32 asm "csrr $0, $1", "=r,i"(i32 4033)
  %d.sp = call i32 asm "mv $0, sp", "=r"()
  %d.kept = call ptr asm "", "={x2}"()
  %u.tp = call ptr asm "", "={x4}"()
  %u.computed = call i32 asm "mulh $0, $1, $2", "=r,r,r"(i32 %u.wid, i32 %u.word)
  %d.computed = call i32 asm "mulh $0, $1, $2", "=r,r,r"(i32 %u.wid, i32 %d.word)
  %d.frame = call ptr @llvm.frameaddress.p0(i32 0)
  %d.foreign = call i32 @foreign(i32 %u.wid)
  %u.block = call ptr @vx_malloc(i32 8)
  %u.abs = call i32 @llvm.abs.i32(i32 %u.word, i1 false)
  ret i32 %d.word
}

define i32 @meets(i32 %d.tid, i32 "ww-uniform" %u.wid) {
entry:
  %d.c = icmp ult i32 %d.tid, 3
  br i1 %d.c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %d.phi = phi i32 [ 1, %yes ], [ 2, %no ]
  %u.c = icmp ult i32 %u.wid, 3
  br i1 %u.c, label %yes2, label %end2
yes2:
  br label %end2
end2:
  %u.phi = phi i32 [ 1, %yes2 ], [ 2, %end ]
  ret i32 %d.phi
}

; The turns are the same for all threads, but they leave in different ones.
define i32 @leaves(i32 %d.tid, i32 "ww-uniform" %u.wid) {
entry:
  br label %head
head:
  %u.i = phi i32 [ 0, %entry ], [ %u.next, %body ]
  %u.c = icmp ult i32 %u.i, %u.wid
  br i1 %u.c, label %body, label %out
body:
  %u.next = add i32 %u.i, 1
  %d.c = icmp eq i32 %u.next, %d.tid
  br i1 %d.c, label %out, label %head
out:
  %d.last = phi i32 [ %u.i, %head ], [ %u.next, %body ]
  ret i32 %d.last
}

declare i32 @foreign(i32)
declare ptr @vx_malloc(i32)
declare ptr @llvm.frameaddress.p0(i32)
declare i32 @llvm.abs.i32(i32, i1)
