;; Asks for 40,000 pages at once, is refused, and traps.
;; expect: resource_limit_exceeded sandbox limit=memory used=2621505536
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (if (i32.ne (memory.grow (i32.const 40000)) (i32.const -1)) (then (loop $again (br $again))))
    unreachable))
