;; Imports log with another signature.
;; imports: log
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: (i32, i32, i32, i32)
(module
  (import "airlock" "log" (func (param i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
