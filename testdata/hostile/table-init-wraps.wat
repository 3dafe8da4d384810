;; Offset in the segment and length add up to more than 32 bits.
;; expect: connector_runtime_error sandbox reason=trap trap=out_of_bounds_table_access
(module
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func $f)
  (elem $e func $f $f)
  (func (export "_start")
    (table.init $t $e (i32.const 0) (i32.const 2) (i32.const -1))))
