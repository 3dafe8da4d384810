;; Address and constant offset would wrap around to a good address.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.load offset=4294967295 (i32.const 2)))))
