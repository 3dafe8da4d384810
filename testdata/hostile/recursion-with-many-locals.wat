;; A recursion whose frames have five hundred locals each.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $down (param $n i64) (result i64)
    (local
      ;;@ 500 i64
    )
    (local.set 500 (local.get $n))
    (i64.add (local.get 500) (call $down (i64.add (local.get $n) (i64.const 1)))))
  (func (export "_start")
    (drop (call $down (i64.const 0)))))
