;; Grows memory until it is refused, and traps.
;; limits: memory=1048576
;; expect: resource_limit_exceeded sandbox limit=memory configured=1048576 used=1114112
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    unreachable))
