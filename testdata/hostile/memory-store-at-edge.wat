;; Stores eight bytes of which the last lies beyond the end.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (i64.store (i32.const 65529) (i64.const -1))))
