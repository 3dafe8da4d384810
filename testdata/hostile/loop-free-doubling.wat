;; A function that calls itself twice, sixty deep: 2^60 calls and no loop.
;; limits: fuel=500000
;; expect: resource_limit_exceeded sandbox limit=fuel
(module
  (memory (export "memory") 1)
  (func $double (param $n i32)
    (if (local.get $n) (then
      (call $double (i32.sub (local.get $n) (i32.const 1)))
      (call $double (i32.sub (local.get $n) (i32.const 1))))))
  (func (export "_start")
    (call $double (i32.const 60))))
