;; Makes an integer of a number that is too large.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_overflow
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.trunc_f64_s (f64.const 1e300)))))
