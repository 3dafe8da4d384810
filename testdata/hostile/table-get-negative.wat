;; Reads the element with the highest index there is.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_table_access
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (drop (table.get $t (i32.const -1)))))
