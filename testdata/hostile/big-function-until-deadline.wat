;; A function too big for a JVM method, with an endless loop in it and more fuel than time.
;; limits: wall_time=150 fuel=300000000000
;; expect: resource_limit_exceeded sandbox limit=wall_time
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $big (param $n i32)
    (loop $again
      ;;@ 12000 (local.set $n (i32.xor (i32.mul (local.get $n) (i32.const 1664525)) (i32.const $i)))
      (br $again)))
  (func (export "_start")
    (call $big (i32.const 1))))
