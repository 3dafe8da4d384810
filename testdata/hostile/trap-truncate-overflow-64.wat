;; Makes an unsigned integer of a negative number.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_overflow
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i64.trunc_f32_u (f32.const -1)))))
