;; Headers of a response are read into too little room, and beyond memory.
;; hosts: api.example.com:443
;; imports: http_request, http_response_headers
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "airlock" "http_response_headers" (func $http_response_headers (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/ok\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 36)))
    (if (i32.lt_s (call $http_response_headers (i32.const 0) (i32.const 0)) (i32.const 1)) (then unreachable))
    (if (i32.ne (call $http_response_headers (i32.const 0) (i32.const 1)) (i32.const 1)) (then unreachable))
    (drop (call $http_response_headers (i32.const -1) (i32.const 1)))))
