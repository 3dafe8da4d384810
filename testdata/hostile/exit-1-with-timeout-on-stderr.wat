;; Standard error says "timeout", which is no evidence of one.
;; expect: connector_runtime_error sandbox reason=exit exit_code=1
;; message: Its last words on standard error: “fatal: wall_time timeout
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\31\00\00\00")
  (data (i32.const 16) "fatal: wall_time timeout: resource_limit_exceeded")
  (func $moan (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $moan)
    (call $proc_exit (i32.const 1))))
