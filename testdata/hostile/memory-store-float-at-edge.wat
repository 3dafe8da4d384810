;; Stores a float over the end of memory.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (f64.store (i32.const 65530) (f64.const 1))))
