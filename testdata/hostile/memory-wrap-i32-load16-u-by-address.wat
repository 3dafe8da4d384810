;; The address 4294967280 and a constant offset of 32 add up to a good address if the sum is cut to 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.load16_u offset=32 (i32.const -16)))))
