;; Imports a table.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: only functions can be imported
(module
  (import "env" "table" (table 1 funcref))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
