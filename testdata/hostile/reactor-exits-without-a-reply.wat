;; A reactor that writes its reply to standard output, like a command, and exits.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: its reply is empty. Its last words on standard error
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00\00\00\00\00\00\00\00\00{\22output\22:{}}")
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64)
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
    (call $exit (i32.const 0))
    unreachable))
