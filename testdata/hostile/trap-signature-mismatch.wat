;; Calls through a table with another signature.
;; expect: connector_runtime_error sandbox reason=trap trap=indirect_call_type_mismatch
(module
  (memory (export "memory") 1)
  (type $nothing (func))
  (type $other (func (param i32)))
  (table 2 2 funcref)
  (elem (i32.const 0) $f)
  (func $f (param i32))
  (func (export "_start")
    (call_indirect (type $nothing) (i32.const 0))))
