;; A section that says it is longer than the file.
;; bytes: 00 61 73 6d 01 00 00 00 01 7f 01 60
;; expect: refused connector_runtime_error sandbox reason=invalid_module
