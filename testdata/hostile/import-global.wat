;; Imports a global, next to which the hidden one would stand.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: only functions can be imported
(module
  (import "airlock" "fuel" (global (mut i64)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
