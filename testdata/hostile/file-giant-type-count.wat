;; Four thousand million types in three bytes.
;; bytes: 00 61 73 6d 01 00 00 00 01 08 ff ff ff ff 0f 60 00 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
