;; Imports proc_exit with another signature.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func (param i64)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
