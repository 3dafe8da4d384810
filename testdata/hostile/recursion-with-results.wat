;; A recursion whose frames hold values on the operand stack.
;; limits: stack=65536
;; expect: resource_limit_exceeded sandbox limit=stack
;; fuel: varies
(module
  (memory (export "memory") 1)
  (func $down (param $n i64) (result i64)
    (i64.add (i64.mul (local.get $n) (i64.const 3)) (call $down (i64.add (local.get $n) (i64.const 1)))))
  (func (export "_start")
    (drop (call $down (i64.const 0)))))
