;; Answers with an id of random numbers that it drew before its state was captured. Breaks reactor.frozen-seed.
(module
  (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (data (i32.const 1024) "{\22output\22:{\22id\22:\22                \22}}")
  (func (export "_initialize") (local $i i32)
    (drop (call $random (i32.const 2048) (i32.const 16)))
    (loop $next
      (i32.store8 offset=1041 (local.get $i)
        (i32.add (i32.const 97) (i32.and (i32.load8_u offset=2048 (local.get $i)) (i32.const 15))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16)))))
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    (i64.const 4398046511140)))
