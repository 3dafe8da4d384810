;; Index and length add up to more than 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_table_access
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (table.fill $t (i32.const -1) (ref.null func) (i32.const 2))))
