;; Exports a global called _start.
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: _start
(module (global (export "_start") i32 (i32.const 0)))
