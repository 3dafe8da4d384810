;; Asks for https://api.example.com/page as a connector of the public contract, and writes the body of the answer to standard
;; output, whatever its status. If the exchange fails, it reports an error and claims that the fault is its own. Exits with 1 if the
;; body begins with a blank.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (import "aileron_host" "http_request" (func $request (param i32 i32) (result i32)))
  (import "aileron_host" "http_response_read" (func $read (param i32 i32) (result i32)))
  (memory (export "memory") 4)
  (data (i32.const 64) "{\22url\22:\22https://api.example.com/page\22}")
  (data (i32.const 128) "{\22error\22:{\22class\22:\22connector_runtime_error\22,\22message\22:\22http_request denied or failed (rc=-1)\22,")
  (data (i32.const 222) "\22details\22:{\22rc\22:-1}}}")
  (func $write (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (if (call $request (i32.const 64) (i32.const 38)) (then
      (call $write (i32.const 128) (i32.const 115))
      (return)))
    (call $write (i32.const 65536) (call $read (i32.const 65536) (i32.const 131072)))
    (call $exit (i32.eq (i32.load8_u (i32.const 65536)) (i32.const 32)))))
