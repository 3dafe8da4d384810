;; Fills, copies and initialises up to the last byte, and nothing at the very end.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (data $passive "abcd")
  (func (export "_start")
    (memory.fill (i32.const 65536) (i32.const 1) (i32.const 0))
    (memory.copy (i32.const 65536) (i32.const 65536) (i32.const 0))
    (memory.init $passive (i32.const 65536) (i32.const 4) (i32.const 0))
    (memory.init $passive (i32.const 65532) (i32.const 0) (i32.const 4))
    (memory.fill (i32.const 65535) (i32.const 100) (i32.const 1))
    (memory.copy (i32.const 32768) (i32.const 65532) (i32.const 4))
    (if (i32.ne (i32.load (i32.const 32768)) (i32.const 0x64636261)) (then unreachable))
    (call $say)))
