;; Imports its memory.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: only functions can be imported
(module
  (import "env" "memory" (memory 1))
  (func (export "_start")
    unreachable))
