; shapes.ll - functions with branches of each shape, for clc.c
; SPDX-License-Identifier: Apache-2.0
define i32 @diamond(i32 %x) {
entry:
  %c = icmp ult i32 %x, 3
  br i1 %c, label %yes, label %no
yes:
  %a = add i32 %x, 7
  br label %end
no:
  %b = mul i32 %x, 5
  br label %end
end:
  %r = phi i32 [ %a, %yes ], [ %b, %no ]
  ret i32 %r
}

define i32 @agreed(i32 "ww-uniform" %x) {
entry:
  %c = icmp ult i32 %x, 3
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %r = phi i32 [ 1, %yes ], [ 2, %entry ]
  ret i32 %r
}

define i32 @loop(i32 %x) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %n, %turn ]
  %n = add i32 %i, 3
  %c = icmp ult i32 %n, %x
  br i1 %c, label %turn, label %end
end:
  %r = phi i32 [ %n, %turn ]
  ret i32 %r
}

; break: two exits, which only structurizecfg makes one of
define i32 @broken(i32 %x) {
entry:
  br label %turn
turn:
  %i = phi i32 [ 0, %entry ], [ %n, %rest ]
  %n = add i32 %i, 3
  %c = icmp ult i32 %n, %x
  br i1 %c, label %rest, label %end
rest:
  %d = icmp eq i32 %n, 12
  br i1 %d, label %end, label %turn
end:
  %r = phi i32 [ 1, %turn ], [ 2, %rest ]
  ret i32 %r
}

define i32 @nested(i32 %x, i32 %y) {
entry:
  %c = icmp ult i32 %x, 3
  br i1 %c, label %yes, label %end
yes:
  %d = icmp ult i32 %y, 5
  br i1 %d, label %deep, label %meet
deep:
  br label %meet
meet:
  %a = phi i32 [ %x, %deep ], [ %y, %yes ]
  br label %end
end:
  %r = phi i32 [ %a, %meet ], [ 0, %entry ]
  ret i32 %r
}

; an endless loop behind a condition
define i32 @endless(i32 %x) {
entry:
  %c = icmp ult i32 %x, 3
  br i1 %c, label %end, label %turn
turn:
  br label %turn
end:
  %r = phi i32 [ %x, %entry ]
  ret i32 %r
}
