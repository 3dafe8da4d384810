;; The start section throws.
;; expect: connector_runtime_error sandbox reason=trap trap=uncaught_exception
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func $init (throw $oops (i32.const 1)))
  (start $init)
  (func (export "_start")
    unreachable))
