;; Four thousand million functions.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 06 ff ff ff ff 0f 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
