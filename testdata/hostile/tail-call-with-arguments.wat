;; A countdown by tail calls, five hundred deep, which ends well.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $down (param $n i32) (param $sum i64) (result i64)
    (if (i32.eqz (local.get $n)) (then (return (local.get $sum))))
    (return_call $down (i32.sub (local.get $n) (i32.const 1)) (i64.add (local.get $sum) (i64.const 1))))
  (func (export "_start")
    (if (i64.ne (call $down (i32.const 500) (i64.const 0)) (i64.const 500)) (then unreachable))
    (call $say)))
