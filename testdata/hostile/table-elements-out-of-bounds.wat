;; An element segment beyond the end of its table.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_table_access
(module
  (memory (export "memory") 1)
  (func $f)
  (table 1 funcref)
  (elem (i32.const 1) $f)
  (func (export "_start")
    unreachable))
