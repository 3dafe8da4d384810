;; Grows memory to the maximum that the module sets itself, and traps.
;; expect: connector_runtime_error sandbox reason=trap trap=unreachable
(module
  (memory (export "memory") 1 4)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
    unreachable))
