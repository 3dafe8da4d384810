;; A reactor that exits with a code in the middle of its call.
;; expect: connector_runtime_error sandbox reason=exit exit_code=3
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (call $exit (i32.const 3)) unreachable))
