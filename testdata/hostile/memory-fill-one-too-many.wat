;; Fills one byte beyond the end, and may not have touched the rest.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (memory.fill (i32.const 65520) (i32.const 1) (i32.const 17))))
