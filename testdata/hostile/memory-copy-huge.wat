;; Copies 4 GiB onto themselves.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (memory.copy (i32.const 0) (i32.const 0) (i32.const -1))))
