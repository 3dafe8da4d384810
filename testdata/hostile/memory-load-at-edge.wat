;; Loads four bytes of which the last lies beyond the end.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.load (i32.const 65533)))))
