;; Exits and has no memory.
;; expect: connector_runtime_error sandbox reason=exit exit_code=5
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (func (export "_start")
    (call $proc_exit (i32.const 5)))
)
