;; An active element segment may be empty at the end of its table, and not behind it. By V8 13.6.
;; expect: instance = trap out_of_bounds_table_access
(module (table 1 funcref) (elem (i32.const 1) funcref) (elem (i32.const 2) funcref))
