;; Reads standard input over the end of memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=wasi_snapshot_preview1.fd_read
(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\fa\ff\00\00\07\00\00\00")
  (func (export "_start")
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))))
