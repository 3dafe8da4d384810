;; Reaches for a file.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_open" (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 512) "{\22output\22:{}}")
  ;; Writes a range of memory to a descriptor.
  (func $say (param $fd i32) (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (drop (call $open (i32.const 3) (i32.const 0) (i32.const 512) (i32.const 3) (i32.const 0)
      (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 1024)))
    (call $say (i32.const 1) (i32.const 512) (i32.const 13))))
