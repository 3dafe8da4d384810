;; Exits with 9 from the start section.
;; expect: connector_runtime_error sandbox reason=exit exit_code=9
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func $init (call $proc_exit (i32.const 9)))
  (start $init)
  (func (export "_start")
    unreachable))
