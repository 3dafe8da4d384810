;; A br_table with a thousand targets that is left by the last of them.
;; expect: succeeded
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (block $out
      ;;@ 1000 (block $b$i
      (br_table
        ;;@ 1000 $b$i
        $out (i32.const -1))
      ;;@ 1000 )
      unreachable)
    (call $say)))
