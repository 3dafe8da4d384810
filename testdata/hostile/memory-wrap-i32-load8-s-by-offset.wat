;; A constant offset of 4294967295 and the address 2 add up to a good address if the sum is cut to 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.load8_s offset=4294967295 (i32.const 2)))))
