;; An active element segment has to fit its table even if it is empty (core 2.0, 4.5.4). By V8 13.6.
;; expect: instance = trap out_of_bounds_table_access
(module (table 1 funcref) (elem (i32.const -1) funcref) (func (export "run") (result i32) (i32.const 1)))
