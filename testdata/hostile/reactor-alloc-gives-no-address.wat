;; A reactor whose allocator has no memory, as it says, though nobody refused it any.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=airlock_alloc
;; message: gave no address for
(module
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 0))
  (func (export "airlock_call") (param i32 i32) (result i64) unreachable))
