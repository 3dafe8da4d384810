;; A function with 300 parameters, which is more than a JVM method may have.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $wide (param
    ;;@ 300 i64
    ) (result i64)
    (local.get 299))
  (func (export "_start")
    (if (i64.ne (i64.const 299) (call $wide
      ;;@ 300 (i64.const $i)
      )) (then unreachable))
    (call $say)))
