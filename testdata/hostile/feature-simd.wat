;; Uses SIMD, which is not admitted.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: SIMD
(module
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (i8x16.splat (i32.const 1)))))
