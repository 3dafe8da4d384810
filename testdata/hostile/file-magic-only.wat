;; Four bytes of a module.
;; bytes: 00 61 73 6d
;; expect: refused connector_runtime_error sandbox reason=invalid_module
