;; A function too big for a JVM method that traps.
;; expect: connector_runtime_error sandbox reason=trap trap=integer_divide_by_zero
(module
  (memory (export "memory") 1)
  (func $big (param $n i32)
    ;;@ 12000 (local.set $n (i32.xor (i32.mul (local.get $n) (i32.const 1664525)) (i32.const $i)))
    (drop (i32.div_u (local.get $n) (i32.const 0))))
  (func (export "_start")
    (call $big (i32.const 1))))
