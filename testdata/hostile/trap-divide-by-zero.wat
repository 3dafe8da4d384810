;; Divides by zero.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_divide_by_zero
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.div_s (i32.const 1) (i32.const 0)))))
