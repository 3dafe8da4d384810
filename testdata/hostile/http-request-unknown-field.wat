;; A request with an unknown field. The guest hears -2 and goes on.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: succeeded exchanges=0
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/\22,\22proxy\22:\22evil\22}")
  (func (export "_start")
    (if (i32.ne (call $http_request (i32.const 4096) (i32.const 49)) (i32.const -2)) (then unreachable))
    (call $say)))
