;; A reactor without a reply, at an address that just exists.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: its reply is empty
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0x00010000_00000000)))
