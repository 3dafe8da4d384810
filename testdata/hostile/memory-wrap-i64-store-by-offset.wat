;; A constant offset of 4294967295 and the address 2 add up to a good address if the sum is cut to 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (i64.store offset=4294967295 (i32.const 2) (i64.const 1))))
