;; Fills, copies and initialises up to the last element, and nothing at the very end.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (table $t 1 funcref)
  (func $f)
  (elem $e func $f $f)
  (func (export "_start")
    (table.fill $t (i32.const 1) (ref.null func) (i32.const 0))
    (table.copy $t $t (i32.const 1) (i32.const 1) (i32.const 0))
    (table.init $t $e (i32.const 1) (i32.const 2) (i32.const 0))
    (table.init $t $e (i32.const 0) (i32.const 1) (i32.const 1))
    (call_indirect $t (i32.const 0))
    (call $say)))
