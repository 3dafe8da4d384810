;; Imports an exception tag.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: only functions can be imported
(module
  (import "env" "tag" (tag (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
