;; Tries to open a file two hundred times. Breaks capabilities.no-denial-storm.
(module
  (import "wasi_snapshot_preview1" "path_open"
    (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64) (local $i i32)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    (loop $again
      (drop (call $open (i32.const 3) (i32.const 0) (i32.const 512) (i32.const 4) (i32.const 0) (i64.const 0) (i64.const 0)
        (i32.const 0) (i32.const 4096)))
      (br_if $again (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 200))))
    (i64.const 2199023255565)))
