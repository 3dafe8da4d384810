;; Exits with 6 through a table.
;; expect: connector_runtime_error sandbox reason=exit exit_code=6
(module
  (type $exit (func (param i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (type $exit)))
  (memory (export "memory") 1)
  (table funcref (elem $proc_exit))
  (func (export "_start")
    (call_indirect (type $exit) (i32.const 6) (i32.const 0))))
