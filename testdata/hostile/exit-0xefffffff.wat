;; Exits with 0xefffffff, which other runtimes use for a timeout.
;; expect: connector_runtime_error sandbox reason=exit exit_code=4026531839
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (call $proc_exit (i32.const 0xefffffff))))
