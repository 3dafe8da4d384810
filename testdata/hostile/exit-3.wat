;; Exits with 3 and says nothing.
;; expect: connector_runtime_error sandbox reason=exit exit_code=3
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (call $proc_exit (i32.const 3))))
