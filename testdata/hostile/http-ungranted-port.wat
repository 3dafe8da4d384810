;; A granted host at a port that was not granted.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: capability_denied sandbox requested=api.example.com:8443
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com:8443/\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 39)))))
