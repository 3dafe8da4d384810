;; A data segment at a negative address.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (data (i32.const -1) "a")
  (func (export "_start")
    unreachable))
