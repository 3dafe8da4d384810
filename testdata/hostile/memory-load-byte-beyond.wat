;; Loads the byte after the last.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_memory_access
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.load8_u (i32.const 65536)))))
