;; Needs more memory than the limit before its first instruction.
;; limits: memory=1048576
;; expect: refused resource_limit_exceeded sandbox limit=memory configured=1048576 used=1114112
(module
  (memory (export "memory") 17)
  (func (export "_start")
    unreachable))
