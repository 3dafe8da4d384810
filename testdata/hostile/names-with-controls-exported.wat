;; Exports with control and bidirectional characters, and names that look like hidden ones.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (global (export "__airlock_fuel") (mut i64) (i64.const 0))
  (global (export "fuel") (mut i64) (i64.const -1))
  (func (export "\1b[31m\e2\80\ae") (call $say))
  (func (export "") (call $say))
  (func (export "_initialize") unreachable)
  (func (export "__wasm_call_ctors") unreachable)
  (func (export "_start")
    (call $say)))
