;; Buffers that are each in memory and together longer than 32 bits can say: an error number, and nothing is written.
;; expect: connector_runtime_error sandbox reason=bad_output
;; message: is empty
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1024)
  (func (export "_start")
    (local $n i32)
    (loop $again
      (i32.store (i32.add (i32.const 4) (i32.mul (local.get $n) (i32.const 8))) (i32.const 67108864))
      (local.set $n (i32.add (local.get $n) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $n) (i32.const 64))))
    (if (i32.eqz (call $fd_write (i32.const 1) (i32.const 0) (i32.const 64) (i32.const 8192))) (then unreachable))))
