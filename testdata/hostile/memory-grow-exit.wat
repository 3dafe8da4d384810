;; Grows memory until it is refused, and exits with 1.
;; limits: memory=1048576
;; expect: resource_limit_exceeded sandbox limit=memory
(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    (call $proc_exit (i32.const 1))))
