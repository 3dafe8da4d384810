;; After a failed request no older response can be read.
;; hosts: api.example.com:443
;; imports: http_request, http_response_status, http_response_size, http_response_read
;; expect: succeeded exchanges=2
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "airlock" "http_response_status" (func $http_response_status (result i32)))
  (import "airlock" "http_response_size" (func $http_response_size (result i32)))
  (import "airlock" "http_response_read" (func $http_response_read (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\0d\00\00\00")
  (data (i32.const 16) "{\22output\22:{}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (data (i32.const 8192) "{\22url\22:\22https://api.example.com/reset\22}")
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/ok\22}")
  (func (export "_start")
    (if (call $http_request (i32.const 4096) (i32.const 36)) (then unreachable))
    (if (i32.ne (call $http_request (i32.const 8192) (i32.const 39)) (i32.const -1)) (then unreachable))
    (if (i32.ne (call $http_response_status) (i32.const -1)) (then unreachable))
    (if (i32.ne (call $http_response_size) (i32.const -1)) (then unreachable))
    (if (i32.ne (call $http_response_read (i32.const 0) (i32.const 16)) (i32.const -1)) (then unreachable))
    (call $say)))
