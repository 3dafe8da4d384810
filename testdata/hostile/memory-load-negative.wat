;; Loads from the highest address there is.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i64.load (i32.const -1)))))
