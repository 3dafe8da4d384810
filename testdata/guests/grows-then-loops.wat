;; Asks for 100 pages of memory more, and never ends if it is refused them, as some allocators do. {"output":{}}
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func (export "_start")
    (if (i32.eq (memory.grow (i32.const 100)) (i32.const -1)) (then (loop $again (br $again))))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))
