;; More exchanges than permitted.
;; limits: exchanges=3
;; hosts: api.example.com:443
;; imports: http_request
;; expect: resource_limit_exceeded sandbox limit=exchanges configured=3 used=4
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 4096) "{\22url\22:\22https://api.example.com/ok\22}")
  (func (export "_start")
    (loop $again (drop (call $http_request (i32.const 4096) (i32.const 36))) (br $again))))
