;; Exports a _start that gives a result.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: _start
(module (func (export "_start") (result i32) (i32.const 0)))
