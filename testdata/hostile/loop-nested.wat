;; Three loops in each other, a thousand million rounds each.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (local $a i32) (local $b i32) (local $c i32)
    (loop $first
      (local.set $b (i32.const 1000000000))
      (loop $second
        (local.set $c (i32.const 1000000000))
        (loop $third
          (local.set $c (i32.sub (local.get $c) (i32.const 1)))
          (br_if $third (local.get $c)))
        (local.set $b (i32.sub (local.get $b) (i32.const 1)))
        (br_if $second (local.get $b)))
      (local.set $a (i32.add (local.get $a) (i32.const 1)))
      (br_if $first (i32.lt_u (local.get $a) (i32.const 1000000000))))))
