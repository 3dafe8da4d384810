;; Makes an integer of what is no number.
;; expect: connector_runtime_error sandbox reason=trap trap=invalid_conversion_to_integer
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.trunc_f32_u (f32.const nan)))))
