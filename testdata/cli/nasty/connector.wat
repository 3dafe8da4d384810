;; Logs, writes to standard error and answers with characters that act on a terminal; its result is partial.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "airlock" "log" (func $log (param i32 i32 i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 16) "info")
  (data (i32.const 32) "\1b[31mred\e2\80\aegnirts\e2\80\ac \e2\80\8bdone\0ausage: forged")
  (data (i32.const 256) "\1b]0;title\07 on stderr\0aairlock: forged line\0a")
  (data (i32.const 512) "{\22output\22: {\22text\22: \22\5cu001b[2J\e2\80\aeevil\c2\9b\22, \22zwj\22: \22\f0\9f\91\a9\e2\80\8d\f0\9f\94\ac\22}, \22errors\22: [{\22message\22: \22\5cu001b[31mnot\e2\80\aethis\22}]}")
  ;; Writes a range of memory to a descriptor.
  (func $say (param $fd i32) (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $log (i32.const 16) (i32.const 4) (i32.const 32) (i32.const 42))
    (call $say (i32.const 2) (i32.const 256) (i32.const 42))
    (call $say (i32.const 1) (i32.const 512) (i32.const 113))))
