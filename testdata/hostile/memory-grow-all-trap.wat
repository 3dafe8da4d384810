;; Asks for all the memory that an address reaches, is refused, and traps.
;; expect: resource_limit_exceeded sandbox limit=memory used=4294967296
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (if (i32.ne (memory.grow (i32.const 65535)) (i32.const -1)) (then (loop $again (br $again))))
    unreachable))
