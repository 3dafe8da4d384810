;; Claims a network error over an answer of 503: the host saw the answer.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: external_api_error external retriable status=503 host=api.example.com:443 request_sent=true claimed_class=network_error
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "\10\00\00\00\37\00\00\00")
  (data (i32.const 16) "{\22error\22:{\22class\22:\22network_error\22,\22message\22:\22no luck\22}}")
  (func $say (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/503\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 37)))
    (call $say)))
