;; A granted host without TLS.
;; hosts: api.example.com:443
;; imports: http_request
;; expect: capability_denied sandbox
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22http://api.example.com:443/\22}")
  (func (export "_start")
    (drop (call $http_request (i32.const 4096) (i32.const 37)))))
