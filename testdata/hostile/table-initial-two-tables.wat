;; Two tables that are too large together only.
;; limits: table=1000
;; expect: refused resource_limit_exceeded sandbox limit=table used=1200
(module
  (memory (export "memory") 1)
  (table 600 funcref)
  (table 600 externref)
  (func (export "_start")
    unreachable))
