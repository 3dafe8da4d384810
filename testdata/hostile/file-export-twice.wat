;; Two exports of the same name.
;; wat2wasm: --no-check
;; expect: refused connector_runtime_error sandbox reason=invalid_module
(module (func (export "_start")) (func (export "_start")))
