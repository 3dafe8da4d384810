;; A capture that exits as if all were well.
;; snapshot: true
;; expect: refused connector_runtime_error sandbox reason=exit exit_code=0
;; message: exited with code 0 instead of returning from _initialize
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize") (call $exit (i32.const 0))))
