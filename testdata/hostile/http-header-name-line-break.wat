;; A request that no connector may make.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: capability_denied sandbox exchanges=0
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/ok\22,\22headers\22:{\22X-A\5cr\5cnHost\22:\22evil.example\22}}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 77)))
    (call $say)))
