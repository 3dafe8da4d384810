;; Grows memory until it is refused, and ends without a result.
;; limits: memory=1048576
;; expect: connector_runtime_error sandbox reason=bad_output
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $again (br_if $again (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))))
