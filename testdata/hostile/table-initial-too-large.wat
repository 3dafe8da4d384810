;; Needs a larger table than the limit before its first instruction.
;; limits: table=1000
;; expect: refused resource_limit_exceeded sandbox limit=table configured=1000 used=1001
(module
  (memory (export "memory") 1)
  (table 1001 funcref)
  (func (export "_start")
    unreachable))
