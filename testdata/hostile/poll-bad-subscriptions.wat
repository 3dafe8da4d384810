;; Subscriptions beyond the end of memory.
;; expect: connector_runtime_error sandbox reason=bad_pointer function=wasi_snapshot_preview1.poll_oneoff
(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $poll_oneoff (i32.const 65500) (i32.const 0) (i32.const 1) (i32.const 1024)))))
