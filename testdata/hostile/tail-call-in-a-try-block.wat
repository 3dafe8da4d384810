;; A tail call inside a block with handlers, which cannot be counted without changing who catches.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
(module
  (memory (export "memory") 1)
  (func $f)
  (func (export "_start")
    (block $caught (try_table (catch_all $caught) (return_call $f)))))
