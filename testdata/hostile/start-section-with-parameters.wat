;; A start section whose function takes a parameter.
;; wat2wasm: --no-check
;; expect: refused connector_runtime_error sandbox reason=invalid_module
(module (func $f (param i32)) (start $f) (func (export "_start")))
