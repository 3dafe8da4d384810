;; Grows memory until it is refused, and reports an error of its own.
;; limits: memory=1048576
;; expect: connector_runtime_error sandbox reason=reported
;; message: it went wrong
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\25\00\00\00")
  (data (i32.const 16) "{\22error\22:{\22message\22:\22it went wrong\22}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (call $say)
    (call $proc_exit (i32.const 1))))
