;; A function with 49,000 locals, which is more than most compilers like.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start") (local
    ;;@ 49000 i64
    )
    (local.set 48999 (i64.const 7))
    (if (i64.ne (local.get 48999) (i64.const 7)) (then unreachable))
    (call $say)))
