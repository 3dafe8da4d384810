;; Has a struct type.
;; bytes: 00 61 73 6d 01 00 00 00 01 08 02 60 00 00 5f 01 7f 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74
;; bytes: 00 00 0a 04 01 02 00 0b
;; expect: refused connector_runtime_error sandbox reason=invalid_module
;; message: GC
