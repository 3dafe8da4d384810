;; Text instead of a module.
;; bytes: 3c 21 64 6f 63 74 79 70 65 20 68 74 6d 6c 3e
;; expect: refused connector_runtime_error sandbox reason=invalid_module
