;; Imports what would start a program.
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: starts no programs
(module
  (import "aileron_host" "spawn" (func (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
