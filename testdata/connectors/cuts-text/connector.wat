;; Sends its argument up to the first character that is not ASCII. Breaks contract.unicode.
(module
  (import "airlock" "http_request" (func $request (param i32 i32) (result i32)))
  (import "airlock" "http_response_status" (func $status (result i32)))
  (memory (export "memory") 64)
  (data (i32.const 0) "{\22error\22:{\22message\22:\22this cannot be done\22}}")
  (data (i32.const 64) "{\22error\22:{\22class\22:\22network_error\22,\22message\22:\22no answer came\22}}")
  (data (i32.const 256) "{\22error\22:{\22class\22:\22external_api_error\22,\22message\22:\22the service refused\22}}")
  (data (i32.const 512) "{\22output\22:{}}")
  (data (i32.const 1024) "{\22url\22:\22https://notes.example.com/\22,\22method\22:\22POST\22,\22body\22:\22")
  (func (export "airlock_alloc") (param i32) (result i32) (i32.const 4096))
  (func (export "airlock_call") (param i32 i32) (result i64) (local $from i32) (local $to i32) (local $c i32)
    ;; an operation whose name does not begin with m
    (if (i32.ne (i32.load8_u offset=7 (local.get 0)) (i32.const 109)) (then (return (i64.const 43))))
    ;; an argument that is no text
    (if (i32.and
          (i32.ne (i32.load8_u offset=21 (local.get 0)) (i32.const 125))
          (i32.ne (i32.load8_u offset=28 (local.get 0)) (i32.const 34)))
      (then (return (i64.const 43))))
    (local.set $from (i32.add (local.get 0) (i32.const 29)))
    (local.set $to (i32.const 2097212))
    (memory.copy (i32.const 2097152) (i32.const 1024) (i32.const 60))
    (block $end
      (loop $next
        (local.set $c (i32.load8_u (local.get $from)))
        (br_if $end (i32.or (i32.eq (local.get $c) (i32.const 34)) (i32.ge_u (local.get $c) (i32.const 128))))
        (i32.store8 (local.get $to) (local.get $c))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))
        (br $next)))
    (i32.store16 (local.get $to) (i32.const 0x7d22))
    (if (call $request (i32.const 2097152) (i32.sub (i32.add (local.get $to) (i32.const 2)) (i32.const 2097152)))
      (then (return (i64.const 274877907006))))
    (if (i32.ne (i32.div_u (call $status) (i32.const 100)) (i32.const 2)) (then (return (i64.const 1099511627848))))
    (i64.const 2199023255565)))
