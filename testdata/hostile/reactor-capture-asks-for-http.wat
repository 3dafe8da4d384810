;; A capture that talks to the outside world and would not have cared about the answer.
;; snapshot: true
;; hosts: api.example.com:443
;; imports: http_request
;; expect: refused capability_denied connector_manifest requested=airlock.http_request
;; message: called airlock.http_request while its initial state was captured
;; message: call it from airlock_call and not from _initialize
(module
  (import "airlock" "http_request" (func $http_request (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "airlock_call") (param i32 i32) (result i64) (i64.const 0))
  (func (export "_initialize") (drop (call $http_request (i32.const 0) (i32.const 0)))))
