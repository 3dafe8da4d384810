;; Blocks and functions with several parameters and results.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $swap (param i32 i64) (result i64 i32) (local.get 1) (local.get 0))
  (func (export "_start")
    (call $swap (i32.const 7) (i64.const 9))
    (block (param i64 i32) (result i32)
      (if (i32.ne (i32.const 7)) (then unreachable))
      (i32.wrap_i64))
    (if (i32.ne (i32.const 9)) (then unreachable))
    (call $say)))
