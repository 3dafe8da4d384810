;; Exits with 256, which a shell would cut to 0.
;; expect: connector_runtime_error sandbox reason=exit exit_code=256
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (call $proc_exit (i32.const 256))))
