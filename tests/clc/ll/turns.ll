; turns.ll - loops that LLVM makes several turns of, CSRs in loops, for clc.c
; SPDX-License-Identifier: Apache-2.0
; all threads leave it together, after as many turns as they are told
define i32 @told(ptr %p, i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %at = getelementptr i32, ptr %p, i32 %i
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret i32 %more
}

; the same, of as many turns as are written here
define i32 @fixed(ptr %p) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %at = getelementptr i32, ptr %p, i32 %i
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, 64
  br i1 %c, label %turn, label %end
end:
  ret i32 %more
}

; threads leave it one by one
define i32 @own(ptr %p, i32 %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %more, %turn ]
  %at = getelementptr i32, ptr %p, i32 %i
  %word = load i32, ptr %at
  %more = add i32 %sum, %word
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret i32 %more
}

; a turn may wait for other threads
define void @meeting(i32 "ww-uniform" %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  call void asm sideeffect "bar.sync", ""()
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, %n
  br i1 %c, label %turn, label %end
end:
  ret void
}

; reads a CSR that never changes twice in each turn, and one that may change
define void @reads(ptr %p, i32 %n) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %next, %turn ]
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm "csrr $0, $1", "=r,i"(i32 4032) convergent
  %b = call i32 asm "csrr $0, $1", "=r,i"(i32 4032) convergent
  %c = call i32 asm sideeffect "csrr $0, $1", "=r,i"(i32 3268)
  %at = getelementptr i32, ptr %p, i32 %i
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr %at
  %next = add i32 %i, %a
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turn, label %end
end:
  ret void
}
