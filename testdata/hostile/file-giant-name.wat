;; An export whose name is four thousand million bytes long.
;; bytes: 00 61 73 6d 01 00 00 00 01 04 01 60 00 00 03 02 01 00 07 09 01 ff ff ff ff 0f 61 00 00
;; expect: refused connector_runtime_error sandbox reason=invalid_module
