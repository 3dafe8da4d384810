;; Standard error with escape sequences and bidirectional controls.
;; expect: connector_runtime_error sandbox reason=exit exit_code=1
;; message: [2Jgone  it is
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\16\00\00\00")
  (data (i32.const 16) "\1b[2J\e2\80\aegone\e2\81\a6 \07 it is")
  (func $moan (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $moan)
    (call $proc_exit (i32.const 1))))
