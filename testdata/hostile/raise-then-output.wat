;; Raises a signal, which does nothing here, and goes on.
;; expect: succeeded output={}
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_raise" (func $proc_raise (param i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\08\00\00\00\0d\00\00\00{\22output\22:{}}")
  (func (export "_start")
    (if (i32.ne (call $proc_raise (i32.const 6)) (i32.const 52)) (then unreachable))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 64)))))
