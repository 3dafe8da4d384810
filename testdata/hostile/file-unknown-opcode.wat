;; A byte that is no instruction.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 0a 01 06 5f 73 74 61 72 74 00 00 0a 05
;; bytes: 01 03 00 27 0b
;; expect: refused connector_runtime_error sandbox reason=invalid_module
