;; Throws in a callee of a callee.
;; expect: connector_runtime_error sandbox reason=trap trap=uncaught_exception
(module
  (memory (export "memory") 1)
  (tag $oops (param i32))
  (func $a (call $b))
  (func $b (throw $oops (i32.const 1)))
  (func (export "_start")
    (call $a)))
