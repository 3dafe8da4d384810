;; Makes a 64-bit integer of what is no number.
;; expect: connector_runtime_error sandbox reason=trap trap=invalid_conversion_to_integer
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i64.trunc_f64_s (f64.const nan)))))
