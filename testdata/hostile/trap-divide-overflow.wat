;; Divides the least number by -1.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_overflow
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))))
