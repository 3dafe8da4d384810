;; Grows a table until it is refused, and exits with 2.
;; limits: table=1000
;; expect: resource_limit_exceeded sandbox limit=table
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (table $t 1 funcref)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (table.grow $t (ref.null func) (i32.const 100)) (i32.const -1))))
    (call $proc_exit (i32.const 2))))
