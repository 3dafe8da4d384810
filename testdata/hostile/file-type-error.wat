;; A function that leaves the wrong type on the stack.
;; wat2wasm: --no-check
;; expect: refused connector_runtime_error sandbox reason=invalid_module
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i32.add (i32.const 1) (i64.const 1)))))
