;; Throws and nothing catches.
;; expect: connector_runtime_error sandbox reason=trap trap=uncaught_exception
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func (export "_start")
    (throw $oops (i32.const 1))))
