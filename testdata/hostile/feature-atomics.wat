;; Uses an atomic instruction.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: threads
(module
  (memory (export "memory") 1 1)
  (func (export "_start")
    (drop (i32.atomic.rmw.add (i32.const 0) (i32.const 1)))))
