;; The response is read into 4 GiB.
;; hosts: api.example.com:443
;; imports: http_request, http_response_read
;; expect: connector_runtime_error sandbox reason=bad_pointer
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (import "airlock" "http_response_read" (func $http_response_read (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/ok\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 36)))
    (drop (call $http_response_read (i32.const 0) (i32.const -1)))))
