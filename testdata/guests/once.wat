;; Pays once: claims "payment", posts to https://api.example.com/pay if the claim is new, and answers
;; {"output":{"once":N}} with what the claim was: 0 new, 1 done, 2 in doubt. If the exchange fails, or is answered with
;; anything but 200, it reports an error. Before all that it counts its calls under the key "calls", by their bytes.
(module
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "airlock" "once" (func $once (param i32 i32 i64) (result i32)))
  (import "airlock" "state_get" (func $get (param i32 i32 i32 i32) (result i32)))
  (import "airlock" "state_put" (func $put (param i32 i32 i32 i32 i64) (result i32)))
  (import "airlock" "http_request" (func $request (param i32 i32) (result i32)))
  (import "airlock" "http_response_status" (func $status (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "payment")
  (data (i32.const 80) "calls")
  (data (i32.const 96) "{\22method\22:\22POST\22,\22url\22:\22https://api.example.com/pay\22}")
  (data (i32.const 192) "{\22output\22:{\22once\22:0}}")
  (data (i32.const 256) "{\22error\22:{\22message\22:\22it did not work out\22}}")
  (func $write (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (local $claim i32)
    (local $calls i32)
    (local.set $calls (call $get (i32.const 80) (i32.const 5) (i32.const 1024) (i32.const 1024)))
    (if (i32.lt_s (local.get $calls) (i32.const 0)) (then (local.set $calls (i32.const 0))))
    (drop (call $put
      (i32.const 80) (i32.const 5) (i32.const 1024) (i32.add (local.get $calls) (i32.const 1)) (i64.const 0)))
    (local.set $claim (call $once (i32.const 64) (i32.const 7) (i64.const 0)))
    (if (i32.eqz (local.get $claim)) (then
      (if (call $request (i32.const 96) (i32.const 53)) (then
        (call $write (i32.const 256) (i32.const 43))
        (return)))
      (if (i32.ne (call $status) (i32.const 200)) (then
        (call $write (i32.const 256) (i32.const 43))
        (return)))))
    (i32.store8 (i32.const 210) (i32.add (i32.const 48) (local.get $claim)))
    (call $write (i32.const 192) (i32.const 21))))
