;; Wants a table of 4,294,967,295 elements.
;; expect: refused resource_limit_exceeded sandbox limit=table used=4294967295
(module
  (memory (export "memory") 1)
  (table 4294967295 funcref)
  (func (export "_start")
    unreachable))
