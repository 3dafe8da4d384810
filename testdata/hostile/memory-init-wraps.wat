;; Offset in the segment and length add up to more than 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (data $passive "abcd")
  (func (export "_start")
    (memory.init $passive (i32.const 0) (i32.const 2) (i32.const -1))))
