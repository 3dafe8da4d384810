;; Divides by zero, 64 bits, unsigned.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_divide_by_zero
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i64.div_u (i64.const 1) (i64.const 0)))))
