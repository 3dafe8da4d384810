;; A reactor that has its call written where no memory is.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock_alloc
;; message: at address 4294967295, and its memory ends at 65536
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const -1))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0)))
