;; The start section traps.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
;; message: function “init”
(module
  (memory (export "memory") 1)
  (func $init unreachable)
  (start $init)
  (func (export "_start")
    unreachable))
