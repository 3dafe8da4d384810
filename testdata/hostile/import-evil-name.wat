;; Imports with control and bidirectional characters in their names.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: [2J.evil name
(module
  (import "\1b[2J\e2\80\ae" "evil\0d\0aname" (func))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
