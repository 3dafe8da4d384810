;; Grows a table to the maximum that the module sets itself, and traps.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (memory (export "memory") 1)
  (table $t 1 200 funcref)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const -1))))
    unreachable))
