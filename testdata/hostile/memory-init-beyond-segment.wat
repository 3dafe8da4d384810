;; Initialises with one byte more than the segment has.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (data $passive "abcd")
  (func (export "_start")
    (memory.init $passive (i32.const 0) (i32.const 1) (i32.const 4))))
