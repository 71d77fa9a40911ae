; batch.ll - loops that make several turns at once, and others, for clc.c
; SPDX-License-Identifier: Apache-2.0
; a strided loop up to a bound that threads share, of one block
define i32 @strided(ptr %p, i32 %tid, i32 "ww-uniform" %n,
                    i32 "ww-uniform" %all) {
entry:
  %some = icmp ult i32 %tid, %n
  br i1 %some, label %turn, label %end
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %at = getelementptr i32, ptr %p, i32 %i
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  %next = add i32 %i, %all
  %c = icmp ult i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  %r = phi i32 [ 0, %entry ], [ %more, %turn ]
  ret i32 %r
}

; the same with a bound of each thread's own
define i32 @ragged(ptr %p, i32 %tid, i32 %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %at = getelementptr i32, ptr %p, i32 %i
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret i32 %more
}

; local memory is written between loads of global memory
define void @count(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 %tid,
                   i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %word = load i32, ptr addrspace(1) %at
  %to = getelementptr i32, ptr addrspace(3) %q, i32 %word
  %old = atomicrmw add ptr addrspace(3) %to, i32 1 monotonic
  %next = add i32 %i, 8
  %c = icmp slt i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret void
}

; the same, for a warp that is to need few registers
define void @narrow(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 %tid,
                   i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %word = load i32, ptr addrspace(1) %at
  %to = getelementptr i32, ptr addrspace(3) %q, i32 %word
  %old = atomicrmw add ptr addrspace(3) %to, i32 1 monotonic
  %next = add i32 %i, 8
  %c = icmp slt i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret void
}

; what is loaded may be what is written; an address that follows from memory
define void @chased(ptr addrspace(1) %p, ptr addrspace(1) %q,
                    ptr addrspace(3) %r, i32 %tid, i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %at = getelementptr i32, ptr addrspace(3) %r, i32 %i
  %word = load i32, ptr addrspace(3) %at
  %from = getelementptr i32, ptr addrspace(1) %p, i32 %word
  %more = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %r, i32 %more
  %old = atomicrmw add ptr addrspace(3) %to, i32 1 monotonic
  %next = add i32 %i, 8
  %c = icmp slt i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret void
}

; no loads
define i32 @alone(i32 %tid, i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ %tid, %entry ], [ %next, %turn ]
  %next = add i32 %i, 3
  %c = icmp ult i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret i32 %next
}
