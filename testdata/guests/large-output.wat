;; Writes {"output":{"text":"xx…"}} with 24 MiB of x.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2)
  (data (i32.const 64) "{\22output\22:{\22text\22:\22")
  (data (i32.const 96) "\22}}")
  (func $write (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start") (local $left i32)
    (call $write (i32.const 64) (i32.const 19))
    (memory.fill (i32.const 65536) (i32.const 120) (i32.const 65536))
    (local.set $left (i32.const 384))
    (loop $again
      (call $write (i32.const 65536) (i32.const 65536))
      (br_if $again (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (call $write (i32.const 96) (i32.const 3))))
