;; Fills 4 GiB that it does not have; the length is paid for first.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (memory.fill (i32.const 0) (i32.const 1) (i32.const -1))))
