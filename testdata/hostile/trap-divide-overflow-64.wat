;; Divides the least 64-bit number by -1.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_overflow
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i64.div_s (i64.const 0x8000000000000000) (i64.const -1)))))
