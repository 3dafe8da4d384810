;; Wants 4 GiB of memory to begin with.
;; expect: refused resource_limit_exceeded sandbox limit=memory used=4294967296
(module
  (memory (export "memory") 65536)
  (func (export "_start")
    unreachable))
