;; An endless loop that touches its locals only.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (local $n i64)
    (loop $again
      (local.set $n (i64.add (local.get $n) (i64.const 1)))
      (br_if $again (i64.ne (local.get $n) (i64.const -1))))))
