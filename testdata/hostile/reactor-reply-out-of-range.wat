;; A reactor whose reply begins in its memory and ends behind it.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock_call
;; message: returned from airlock_call 2 bytes at address 65535, and its memory ends at 65536
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0x0000ffff_00000002)))
