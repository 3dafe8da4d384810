;; An empty data segment beyond the end of memory.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (data (i32.const 65537) "")
  (func (export "_start")
    unreachable))
