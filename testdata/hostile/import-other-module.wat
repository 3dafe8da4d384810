;; Imports a host function from a module of another name.
;; imports: log
;; expect: refused connector_runtime_error sandbox reason=unknown_import
;; message: airlock.log
(module
  (import "Airlock" "log" (func (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    unreachable))
