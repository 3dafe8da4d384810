;; Four thousand million data segments.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 05 03 01 00 01 07 0a 01 06 5f 73 74 61 72
;; bytes: 74 00 00 0a 04 01 02 00 0b 0b 06 ff ff ff ff 0f 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
